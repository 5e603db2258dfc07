import { z } from "zod";
import { expectSameEmbedder } from "../../domain/expect-same-embedder.ts";
import type { Hit } from "../../domain/passage.ts";
import { CHUNKS_PER_DOCUMENT, type VectorQuery, type VectorStore } from "../../ports/vector-store.ts";
import { filterOf } from "./filters.ts";
import { foundSchema, HIT_FIELDS } from "./payload.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ } from "./requests.ts";
import type { SeenView, SteadyView } from "./steady-view.ts";

type Searches = Pick<VectorStore, "search" | "searchDocuments">;

/** Qdrant compares with "greater than" and in single precision; the floor itself is applied here. */
const FLOOR_SLACK = 1e-5;

/** Searches of one collection. */
export function pointSearches(api: QdrantApi, view: SteadyView, collection: string): Searches {
  /** What the query finds, unless another embedder made what it was compared with. */
  async function compared<Found>(
    query: VectorQuery,
    searchView: (seen: SeenView) => Promise<Found>,
    signal: AbortSignal,
  ): Promise<Found> {
    const { found, embedder } = await view.read(
      query.userId,
      async (seen) => ({ found: await searchView(seen), embedder: seen.embedder }),
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
          const { points } = await api.call(
            {
              method: "POST",
              path: `${collection}/points/query?${READ}`,
              body: { ...nearest(query), filter: filterOf(query, seen), limit: query.limit },
              result: z.object({ points: z.array(foundSchema) }),
            },
            signal,
          );
          return ranked(points, query.scoreFloor);
        },
        signal,
      ),

    searchDocuments: (query, signal) =>
      compared(
        query,
        async (seen) => {
          const { groups } = await api.call(
            {
              method: "POST",
              path: `${collection}/points/query/groups?${READ}`,
              body: {
                ...nearest(query),
                filter: filterOf(query, seen),
                group_by: "documentId",
                group_size: CHUNKS_PER_DOCUMENT,
                limit: query.limit,
              },
              result: z.object({ groups: z.array(z.object({ hits: z.array(foundSchema) })) }),
            },
            signal,
          );
          return groups
            .map(({ hits }) => ranked(hits, query.scoreFloor))
            .filter((hits) => hits.length > 0)
            .sort(([a], [b]) => (a === undefined || b === undefined ? 0 : byScore(a, b)));
        },
        signal,
      ),
  };
}

function nearest({ vector, scoreFloor }: VectorQuery) {
  return {
    query: Array.from(vector),
    score_threshold: scoreFloor - FLOOR_SLACK,
    with_payload: HIT_FIELDS,
    with_vector: false,
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
