import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import type { View } from "./filters.ts";
import { arrivedFor, changedFor, hiddenFrom } from "./ledger.ts";
import type { Ledger, LedgerStore } from "./ledger-store.ts";

/** Reads that see one moment of a user's library. */
export interface SteadyView {
  /**
   * Reads what the view shows, and reads again when the ledger shows that the user's library changed meanwhile.
   * While it does not, the points that the view shows stay as they are, so the reading is of one moment.
   */
  read<T>(userId: string, readView: (view: SeenView) => Promise<Reading<T>>, signal: AbortSignal): Promise<T>;
}

/** What there is to be seen, and who made its vectors; null while nobody was recorded. */
export interface SeenView extends View {
  embedder: string | null;
}

/** What was read, and whether the reading itself shows that it is of one moment: then the ledger need not be asked. */
export interface Reading<T> {
  found: T;
  /**
   * True where a single call of the server that took no longer than SETTLING_MS found no point of the user that a
   * change under way has marked.
   */
  isSettled: boolean;
}

/**
 * How long lies between the marking of a change and what it does to points that are seen, and again between that and
 * the end of the mark. A call that takes no longer than this and sees no mark has seen one moment: decision 0008.
 */
export const SETTLING_MS = 50;

/** How long what is known of the generation may serve; whoever changes it waits for so long. */
interface Trust {
  generationMs: number;
}

const MAX_ATTEMPTS = 50;
const CALM_ATTEMPTS = 3;
const LONGEST_PAUSE_MS = 40;

/** Views over this ledger. The ledger as it was last seen is where a reading starts from. */
export function openSteadyView(ledger: LedgerStore, { generationMs }: Trust): SteadyView {
  let refreshing: Promise<unknown> | null = null;

  const isTrusted = ({ readAtMs }: Ledger, ms: number) => performance.now() - readAtMs <= ms;

  /** Asks for the ledger before what is known of it is too old, so that no search has to wait for that. */
  function refreshAhead(before: Ledger): void {
    if (refreshing !== null || isTrusted(before, generationMs / 2)) return;
    refreshing = ledger
      .refresh(before, NEVER)
      .catch(() => undefined)
      .finally(() => {
        refreshing = null;
      });
  }

  return {
    async read(userId, readView, signal) {
      let before = await ledger.known(signal);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const { pages, generation } = before;
        const hidden = hiddenFrom(userId, pages);
        const arrived = arrivedFor(userId, pages);
        const seen = { hidden, arrived, generation, embedder: generation.identity };
        const { found, isSettled } = await readView(seen);
        const isPlain = hidden.length + arrived.length === 0;
        if (isSettled && isPlain && isTrusted(before, generationMs)) {
          refreshAhead(before);
          return found;
        }
        const after = await ledger.refresh(before, signal);
        const isSwitched = after.generation.sequence !== generation.sequence;
        if (!isSwitched && !changedFor(userId, pages, after.pages)) return found;
        before = after;
        if (attempt > CALM_ATTEMPTS) await pause(Math.random() * LONGEST_PAUSE_MS, undefined, { signal });
      }
      throw new AppError("vector-store-failed", "The library is changing too fast to be read", {
        details: "Try again in a moment",
      });
    },
  };
}

const NEVER = new AbortController().signal;
