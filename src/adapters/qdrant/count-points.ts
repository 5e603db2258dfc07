import type { VectorStore } from "../../ports/vector-store.ts";
import type { CollectionPoints } from "./collection-points.ts";
import { is } from "./filters.ts";

/** How long a count is good enough. */
const TRUSTED_MS = 60_000;
const MOST_KNOWN = 10_000;

/** Counts of one collection, remembered for a while: every search asks, and none needs to know exactly. */
export function pointCounts(points: CollectionPoints, now: () => Date): Pick<VectorStore, "countChunks"> {
  const known = new Map<string, { count: number; untilMs: number }>();
  return {
    async countChunks(userId, signal) {
      const before = known.get(userId);
      const nowMs = now().getTime();
      // Not so where the clock was set back.
      if (before !== undefined && nowMs < before.untilMs && before.untilMs - nowMs <= TRUSTED_MS)
        return before.count;
      const count = await points.count({ must: [is("userId", userId)] }, signal);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(userId, { count, untilMs: nowMs + TRUSTED_MS });
      return count;
    },
  };
}
