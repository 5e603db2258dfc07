import type { Collection, Midway, StoredPoint } from "./qdrant-collection.ts";
import { fieldsOf, Unsupported } from "./qdrant-filter.ts";
import { nearest, nearestSparse, select } from "./qdrant-searches.ts";
import { scored } from "./qdrant-shown.ts";

/** How many points are found where nothing is said. */
export const DEFAULT_LIMIT = 10;
const DEFAULT_GROUP_SIZE = 3;

/** The answer to one query. */
export async function queried(collection: Collection, body: Record<string, unknown>, midway: Midway) {
  const found =
    body.query === undefined
      ? (await select(collection, body.filter, midway)).map((point) => ({ ...point, score: 0 }))
      : await search(collection, body, midway);
  return {
    points: found.slice(0, Number(body.limit ?? DEFAULT_LIMIT)).map((point) => scored(point, body)),
  };
}

/** What a query finds, best first. */
export async function search(
  collection: Collection,
  body: Record<string, unknown>,
  midway: Midway,
): Promise<(StoredPoint & { score: number })[]> {
  const { query, filter, score_threshold: threshold, using, prefetch } = body;
  if (typeof using === "string") {
    if (threshold !== undefined || prefetch !== undefined) throw new Unsupported("more than sparse vectors");
    return nearestSparse(collection, { query, using, filter }, midway);
  }
  const among = prefetch === undefined ? undefined : await prefetched(collection, fieldsOf(prefetch), midway);
  return nearest(collection, { query, filter, threshold, among }, midway);
}

/** The ids of the best of a query. There is one shard here: of several each would give its own best. */
async function prefetched(collection: Collection, body: Record<string, unknown>, midway: Midway) {
  const found = await search(collection, body, midway);
  return new Set(found.slice(0, Number(body.limit ?? DEFAULT_LIMIT)).map(({ id }) => id));
}

/** What a query has found, in groups. */
export function grouped(points: readonly (StoredPoint & { score: number })[], body: Record<string, unknown>) {
  const groups = Map.groupBy(points, (point) => point.payload[String(body.group_by)]);
  return [...groups]
    .filter(([id]) => id !== undefined && id !== null)
    .slice(0, Number(body.limit ?? DEFAULT_LIMIT))
    .map(([id, hits]) => ({
      id,
      hits: hits.slice(0, Number(body.group_size ?? DEFAULT_GROUP_SIZE)).map((point) => scored(point, body)),
    }));
}
