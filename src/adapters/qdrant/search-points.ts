import { z } from "zod";
import { expectSameEmbedder } from "../../domain/expect-same-embedder.ts";
import type { Candidate, Hit } from "../../domain/passage.ts";
import {
  type BothQuery,
  CHUNKS_PER_DOCUMENT,
  type VectorQuery,
  type VectorStore,
} from "../../ports/vector-store.ts";
import type { CollectionPoints, PointQuery } from "./collection-points.ts";
import { filterOf, is } from "./filters.ts";
import { bothOf, type Scored } from "./merge-candidates.ts";
import { foundSchema, HIT_FIELDS, scoredSchema, UNSETTLED } from "./payload.ts";
import { type Reading, SETTLING_MS, type SeenView, type SteadyView } from "./steady-view.ts";
import { askedWords, type SparseVector } from "./words.ts";

type Searches = Pick<VectorStore, "search" | "searchBoth" | "searchDocuments">;

/** Qdrant compares with "greater than" and in single precision; the floor itself is applied here. */
const FLOOR_SLACK = 1e-5;

/** So many marks are asked for: replicas that differ in a few of them still agree that there are some. */
const MOST_MARKS = 64;

interface SearchParts {
  view: SteadyView;
  /** Whether points have words beside their vectors. */
  hasWords(signal: AbortSignal): Promise<boolean>;
  /** Whether there are several replicas of them. */
  isReplicated(signal: AbortSignal): Promise<boolean>;
}

/** Searches of one collection. */
export function pointSearches(
  points: CollectionPoints,
  { view, hasWords, isReplicated }: SearchParts,
): Searches {
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

  const search = (query: VectorQuery, signal: AbortSignal): Promise<Hit[]> =>
    compared(
      query,
      async (seen) => {
        const { result, seconds } = await points.query([hitsOf(query, seen), marksOf(query.userId)], signal);
        const [hits, marks] = result;
        return { found: ranked(hits, query.scoreFloor), isSettled: isSettled(marks, seconds) };
      },
      signal,
    );

  /**
   * What the words of all hits are worth. A cluster leaves out points to which its replicas give other scores, and they
   * do, because each counts by itself how rare a word is: then the word of one will do.
   */
  async function completed({ scores, hits, asked }: WordScores, signal: AbortSignal): Promise<Scored[]> {
    const isWhole = hits.every(({ id }) => scores.some((scored) => scored.id === id));
    if (isWhole || scores.length >= asked.limit) return scores;
    const { result } = await points.query([asked], signal, "any");
    return result[0];
  }

  /**
   * One call where there is one replica. Of several the two ways are asked apart, and the ledger afterwards: while one
   * of them was being copied, a single call for both was seen to miss a passage that a search alone did not miss.
   */
  async function askBoth({ hits, words, asked, query }: AskedBoth, signal: AbortSignal) {
    const near = { ...hits, words };
    if (await isReplicated(signal)) {
      const [meaning, wording] = await Promise.all([
        points.query([hits], signal),
        points.query([near, asked], signal),
      ]);
      const [byWords, scores] = wording.result;
      return { byMeaning: meaning.result[0], byWords, scores, isSettled: false };
    }
    const { result, seconds } = await points.query([hits, near, asked, marksOf(query.userId)], signal);
    const [byMeaning, byWords, scores, marks] = result;
    return { byMeaning, byWords, scores, isSettled: isSettled(marks, seconds) };
  }

  const searchWithWords = (
    query: BothQuery,
    words: SparseVector,
    signal: AbortSignal,
  ): Promise<Candidate[]> =>
    compared(
      query,
      async (seen) => {
        const hits = hitsOf(query, seen);
        const { filter, limit } = hits;
        const asked = { words, filter, limit, fields: false, point: scoredSchema };
        const { byMeaning, byWords, scores, isSettled } = await askBoth(
          { hits, words, asked, query },
          signal,
        );
        const found = bothOf({
          byMeaning: ranked(byMeaning, query.scoreFloor),
          byWords: ranked(byWords, query.scoreFloor),
          scores: await completed({ scores, hits: byWords, asked }, signal),
          limit: query.limit,
        });
        return { found, isSettled };
      },
      signal,
    );

  return {
    search,

    async searchBoth(query, signal) {
      const words = askedWords(query.terms);
      const isByWords = words.indices.length > 0 && (await hasWords(signal));
      if (isByWords) return searchWithWords(query, words, signal);
      const byMeaning = await search(query, signal);
      return bothOf({ byMeaning, byWords: [], scores: [], limit: query.limit });
    },

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

interface AskedBoth {
  query: BothQuery;
  hits: PointQuery<Hit>;
  words: SparseVector;
  /** What the words are worth. */
  asked: PointQuery<Scored>;
}

/** What the words of hits are worth, and how that was asked for. */
interface WordScores {
  scores: Scored[];
  hits: readonly Hit[];
  asked: PointQuery<Scored>;
}

/** Whether a call of the server that took so long is of one moment: it has seen no mark. */
function isSettled(marks: readonly unknown[], seconds: number): boolean {
  return marks.length === 0 && seconds * 1_000 <= SETTLING_MS;
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
