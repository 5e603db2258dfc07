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
  /** What the words of those are worth; who is not among these is not among the best. */
  scores: readonly Scored[];
  limit: number;
}

/** Each hit once with its places: those by meaning, then the others, best by words first. */
export function bothOf({ byMeaning, byWords, scores, limit }: FoundBoth): Candidate[] {
  const worth = new Map(scores.map(({ id, score }) => [id, score]));
  const inOrder = byWords
    .flatMap((hit) => {
      const score = worth.get(hit.id);
      return score === undefined ? [] : [{ hit, score }];
    })
    // Equals stay in their order, the nearest first.
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const places = new Map(
    inOrder.map(({ hit, score }, i): [string, Place] => [hit.id, { rank: i + 1, score }]),
  );
  const found = new Set(byMeaning.map(({ id }) => id));
  return [
    ...byMeaning.map((hit, i) => ({
      ...hit,
      meaning: hit.score,
      byMeaning: { rank: i + 1, score: hit.score },
      byWords: places.get(hit.id) ?? null,
    })),
    ...inOrder
      .filter(({ hit }) => !found.has(hit.id))
      .map(({ hit }) => ({
        ...hit,
        meaning: hit.score,
        byMeaning: null,
        byWords: places.get(hit.id) ?? null,
      })),
  ];
}
