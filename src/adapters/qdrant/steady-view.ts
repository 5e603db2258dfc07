import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import type { View } from "./filters.ts";
import { changedFor, hiddenFrom } from "./ledger.ts";
import type { Ledger, LedgerStore } from "./ledger-store.ts";

/** Reads that see one moment of a user's library. */
export interface SteadyView {
  /**
   * Reads what the view shows, and reads again when the ledger shows that the user's library changed meanwhile.
   * While it does not, the points that the view shows stay as they are, so the reading is of one moment.
   */
  read<T>(userId: string, readView: (view: SeenView) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** What there is to be seen, and who made its vectors; null while nobody was recorded. */
export interface SeenView extends View {
  embedder: string | null;
}

const MAX_ATTEMPTS = 50;
const CALM_ATTEMPTS = 3;
const LONGEST_PAUSE_MS = 40;

/** Views over this ledger. The ledger as it was last seen is where the next reading starts from. */
export function openSteadyView(ledger: LedgerStore): SteadyView {
  let lastSeen: Ledger | undefined;

  return {
    async read(userId, readView, signal) {
      let before = lastSeen ?? (await ledger.readAll(signal));
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const { pages, generation } = before;
        const hidden = hiddenFrom(userId, pages);
        const result = await readView({ hidden, generation, embedder: generation.identity });
        const after = await ledger.refresh(before, signal);
        lastSeen = after;
        const isSwitched = after.generation.sequence !== generation.sequence;
        if (!isSwitched && !changedFor(userId, pages, after.pages)) return result;
        before = after;
        if (attempt > CALM_ATTEMPTS) await pause(Math.random() * LONGEST_PAUSE_MS);
      }
      throw new AppError("vector-store-failed", "The library is changing too fast to be read", {
        details: "Try again in a moment",
      });
    },
  };
}
