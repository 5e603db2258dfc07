import type { VectorLeftovers } from "../../ports/vector-leftovers.ts";
import type { DocumentPoints } from "./document-points.ts";
import type { Change } from "./ledger.ts";
import { forget, giveUp } from "./ledger-edits.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { isOver } from "./version-writes.ts";

export interface LeftoverParts {
  ledger: LedgerStore;
  points: DocumentPoints;
  now(): Date;
}

/** Leftovers of this ledger. */
export function openLeftovers({ ledger, points, now }: LeftoverParts): VectorLeftovers {
  async function leftovers(signal: AbortSignal): Promise<Change[]> {
    const { pages } = await ledger.readAll(signal);
    return pages.flatMap((page) => page.changes.filter((change) => isOver(change, now())));
  }

  return {
    leftovers,
    async removeLeftovers(signal) {
      const found = await leftovers(signal);
      for (const leftover of found) {
        const { documentId } = leftover;
        // Its writer may wake up after all: it has to find that it came too late before its points go.
        const page = await ledger.change(documentId, (page) => giveUp(page, leftover), signal);
        const isGone = !page.changes.some(({ indexVersion }) => indexVersion === leftover.indexVersion);
        if (isGone) continue;
        await points.remove(documentId, [leftover], signal);
        await ledger.change(documentId, (page) => forget(page, [leftover]), signal);
      }
      return found;
    },
  };
}
