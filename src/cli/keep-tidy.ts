import { setTimeout as pause } from "node:timers/promises";
import type { VectorLeftovers } from "../ports/vector-leftovers.ts";

export interface Tidying {
  /** How long lies between one look and the next. */
  everyMs: number;
  onRemoved(count: number): void;
  onFailure(cause: unknown): void;
}

/** Removes what writers that died have left, again and again until the signal ends it. */
export async function keepTidy(
  leftovers: VectorLeftovers,
  { everyMs, onRemoved, onFailure }: Tidying,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      // Copies of the service that were started together should not all look at once.
      await pause(everyMs * (0.5 + Math.random()), undefined, { signal, ref: false });
      const { length } = await leftovers.removeLeftovers(signal);
      if (length > 0) onRemoved(length);
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
  }
}
