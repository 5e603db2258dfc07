import { z } from "zod";
import { expectSameEmbedder } from "../../domain/expect-same-embedder.ts";
import type { Hit } from "../../domain/passage.ts";
import { CHUNKS_PER_DOCUMENT, type VectorQuery, type VectorStore } from "../../ports/vector-store.ts";
import type { CollectionPoints, PointQuery } from "./collection-points.ts";
import { filterOf, is } from "./filters.ts";
import { foundSchema, HIT_FIELDS, UNSETTLED } from "./payload.ts";
import { type Reading, SETTLING_MS, type SeenView, type SteadyView } from "./steady-view.ts";

type Searches = Pick<VectorStore, "search" | "searchDocuments">;

/** Qdrant compares with "greater than" and in single precision; the floor itself is applied here. */
const FLOOR_SLACK = 1e-5;

/** So many marks are asked for: replicas that differ in a few of them still agree that there are some. */
const MOST_MARKS = 64;

/** Searches of one collection. */
export function pointSearches(points: CollectionPoints, view: SteadyView): Searches {
  /** What the query finds, unless another embedder made what it was compared with. */
  async function compared<Found>(
    query: VectorQuery,
    searchView: (seen: SeenView) => Promise<Reading<Found>>,
    signal: AbortSignal,
  ): Promise<Found> {
    const { found, embedder } = await view.read(
      query.userId,
      async (seen) => {
        const { found, isSettled } = await searchView(seen);
        return { found: { found, embedder: seen.embedder }, isSettled };
      },
      signal,
    );
    // Only now: the view that a reading starts from may be an old one, the one that it ends with is not.
    expectSameEmbedder(embedder, query.embedder);
    return found;
  }

  return {
    search: (query, signal) =>
      compared(
        query,
        async (seen) => {
          const { result, seconds } = await points.query<Hit | null>(
            [hitsOf(query, seen), marksOf(query.userId)],
            signal,
          );
          const [hits = [], marks = []] = result;
          return {
            found: ranked(
              hits.filter((hit) => hit !== null),
              query.scoreFloor,
            ),
            isSettled: marks.length === 0 && seconds * 1_000 <= SETTLING_MS,
          };
        },
        signal,
      ),

    searchDocuments: (query, signal) =>
      compared(
        query,
        async (seen) => {
          const groups = await points.queryGroups(
            hitsOf(query, seen),
            { by: "documentId", size: CHUNKS_PER_DOCUMENT },
            signal,
          );
          const found = groups
            .map((hits) => ranked(hits, query.scoreFloor))
            .filter((hits) => hits.length > 0)
            .sort(([a], [b]) => (a === undefined || b === undefined ? 0 : byScore(a, b)));
          return { found, isSettled: false };
        },
        signal,
      ),
  };
}

function hitsOf(query: VectorQuery, seen: SeenView): PointQuery<Hit> {
  const { vector, scoreFloor, limit } = query;
  return {
    nearest: { vector, above: scoreFloor - FLOOR_SLACK },
    filter: filterOf(query, seen),
    limit,
    fields: HIT_FIELDS,
    point: foundSchema,
  };
}

/** The points of the user that a change under way has marked. Only their number counts. */
function marksOf(userId: string): PointQuery<null> {
  return {
    filter: { must: [is("userId", userId), is(UNSETTLED, true)] },
    limit: MOST_MARKS,
    fields: false,
    point: z.unknown().transform(() => null),
  };
}

function ranked(hits: readonly Hit[], scoreFloor: number): Hit[] {
  return hits.filter(({ score }) => score >= scoreFloor).sort(byScore);
}

/** Best first; equals in the order of their documents and chunks. */
function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || compare(a.documentId, b.documentId) || a.chunkIndex - b.chunkIndex;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
