import { setTimeout as pause } from "node:timers/promises";
import type { VectorLeftovers } from "../ports/vector-leftovers.ts";
import type { WholeDocuments } from "../ports/whole-documents.ts";
import type { Wiping } from "../ports/wiping.ts";

interface Tidying {
  /** How long lies between one look and the next. */
  everyMs: number;
  /** What was done, and how often. */
  onDone(what: string, count: number): void;
  onFailure(cause: unknown): void;
}

interface TidiedStores {
  leftovers: VectorLeftovers;
  wiping: Pick<Wiping, "wipe">;
  wholeDocuments: Pick<WholeDocuments, "finish">;
}

/** Removes what writers that died have left, and ends what they had begun, again and again until the signal ends it. */
export async function keepTidy(
  { leftovers, wholeDocuments, wiping }: TidiedStores,
  { everyMs, onDone, onFailure }: Tidying,
  signal: AbortSignal,
): Promise<void> {
  const tasks = {
    "removed what interrupted writes had left": leftovers.removeLeftovers,
    "ended changes that were interrupted": wholeDocuments.finish,
  };
  /** What fails is told, and keeps nothing else from being done. */
  async function attempt(task: () => Promise<void>): Promise<void> {
    try {
      if (!signal.aborted) await task();
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
  }
  while (!signal.aborted) {
    // Copies of the service that were started together should not all look at once.
    await attempt(() => pause(everyMs * (0.5 + Math.random()), undefined, { signal, ref: false }));
    for (const [what, task] of Object.entries(tasks)) {
      await attempt(async () => {
        const { length } = await task(signal);
        if (length > 0) onDone(what, length);
      });
    }
    // Where somebody who reads is in the way, the next look tries it again.
    await attempt(async () => void (await wiping.wipe(signal)));
  }
}
