import { setTimeout as pause } from "node:timers/promises";
import type { VectorLeftovers } from "../ports/vector-leftovers.ts";
import type { WholeDocuments } from "../ports/whole-documents.ts";

interface Tidying {
  /** How long lies between one look and the next. */
  everyMs: number;
  /** What was done, and how often. */
  onDone(what: string, count: number): void;
  onFailure(cause: unknown): void;
}

interface TidiedStores {
  leftovers: VectorLeftovers;
  wholeDocuments: Pick<WholeDocuments, "finish">;
}

/** Removes what writers that died have left, and ends what they had begun, again and again until the signal ends it. */
export async function keepTidy(
  { leftovers, wholeDocuments }: TidiedStores,
  { everyMs, onDone, onFailure }: Tidying,
  signal: AbortSignal,
): Promise<void> {
  const tasks = {
    "removed what interrupted writes had left": leftovers.removeLeftovers,
    "ended changes that were interrupted": wholeDocuments.finish,
  };
  while (!signal.aborted) {
    try {
      // Copies of the service that were started together should not all look at once.
      await pause(everyMs * (0.5 + Math.random()), undefined, { signal, ref: false });
      for (const [what, task] of Object.entries(tasks)) {
        const { length } = await task(signal);
        if (length > 0) onDone(what, length);
      }
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
  }
}
