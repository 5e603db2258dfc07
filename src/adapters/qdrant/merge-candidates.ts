import type { Candidate, Hit, Place } from "../../domain/passage.ts";

/** A point by what its words are worth. */
export interface Scored {
  id: string;
  score: number;
}

interface FoundBoth {
  /** Best first. */
  byMeaning: readonly Hit[];
  /** Those that were found by words, nearest first, with their cosines. */
  byWords: readonly Hit[];
  /** What the words of those are worth. */
  scores: readonly Scored[];
  limit: number;
}

/** Each hit once with its places: those by meaning, then the others, best by words first. */
export function bothOf({ scores, limit, ...found }: FoundBoth): Candidate[] {
  const byMeaning = eachOnce(found.byMeaning);
  const worth = new Map(scores.map(({ id, score }) => [id, score]));
  // Where there are fewer scores than were asked for, who has none is among the best all the same, and the last of them.
  const unscored = scores.length < limit ? 0 : undefined;
  const inOrder = eachOnce(found.byWords)
    .flatMap((hit) => {
      const score = worth.get(hit.id) ?? unscored;
      return score === undefined ? [] : [{ hit, score }];
    })
    // Equals stay in their order, the nearest first.
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const places = new Map(
    inOrder.map(({ hit, score }, i): [string, Place] => [hit.id, { rank: i + 1, score }]),
  );
  const near = new Set(byMeaning.map(({ id }) => id));
  return [
    ...byMeaning.map((hit, i) => ({
      ...hit,
      meaning: hit.score,
      byMeaning: { rank: i + 1, score: hit.score },
      byWords: places.get(hit.id) ?? null,
    })),
    ...inOrder
      .filter(({ hit }) => !near.has(hit.id))
      .map(({ hit }) => ({
        ...hit,
        meaning: hit.score,
        byMeaning: null,
        byWords: places.get(hit.id) ?? null,
      })),
  ];
}

/** While a cluster copied a replica, a point was seen to come twice. */
function eachOnce(hits: readonly Hit[]): Hit[] {
  return [...new Map(hits.map((hit) => [hit.id, hit])).values()];
}
