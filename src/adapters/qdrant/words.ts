import { indexTerms } from "../../domain/index-terms.ts";

/** The name of the sparse vector that holds the words of a point. */
export const WORDS = "words";

/** By which rules the words of a document were cut, at its first chunk; absent where it has none. */
export const WORDS_FIELD = "wordsVersion";

/** Numbers by their places, as Qdrant takes them. */
export interface SparseVector {
  indices: number[];
  values: number[];
}

/** The words of a point under their name. */
export interface NamedWords {
  [WORDS]: SparseVector;
}

/** A text as far as its words are concerned. */
export interface Worded {
  text: string;
  section: string | null;
}

/** How soon more of the same word counts no more, and how much a long text is held against it: the usual of BM25. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** Of a chunk that is full. Chunks are all cut alike, so it need not be counted. */
const USUAL_LENGTH = 100;
/** Digits that change no order, and would be sent and kept. */
const STEPS = 100;

/** The words of a chunk, each with its weight in it. Qdrant knows by itself how rare a word is. */
export function wordsOf(chunk: Worded): SparseVector {
  const terms = indexTerms(chunk);
  const counts = new Map<number, number>();
  for (const term of terms) {
    const place = placeOf(term);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * terms.length) / USUAL_LENGTH;
  const weigh = (count: number) => (count * (SATURATION + 1)) / (count + SATURATION * length);
  return {
    indices: [...counts.keys()],
    values: [...counts.values()].map((count) => Math.max(1, Math.round(weigh(count) * STEPS)) / STEPS),
  };
}

/** The words that a question asks for, all alike. */
export function askedWords(terms: readonly string[]): SparseVector {
  const indices = [...new Set(terms.map(placeOf))];
  return { indices, values: indices.map(() => 1) };
}

/**
 * The place of a term among the 2³² of a sparse vector: FNV-1a over its UTF-16 units, then mixed, because near places
 * of like terms are no harm but equal ones are. Of a million different terms about a hundred share theirs with another.
 */
function placeOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
