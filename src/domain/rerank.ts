import type { Hit } from "./passage.ts";
import { termsOf } from "./terms.ts";

const K1 = 1.2;
const B = 0.75;

/**
 * The best `keep` of the hits, ordered half by meaning and half by words: the vector score and BM25, whose document
 * frequencies are counted over the hits themselves. Hits come best first; equals keep that order, and every hit keeps
 * its vector score. Pauses after every hit, because some scripts take a while.
 */
export function* rerank(candidates: {
  question: string;
  hits: readonly Hit[];
  keep: number;
}): Generator<void, Hit[]> {
  const { question, hits, keep } = candidates;
  if (hits.length === 0) return [];
  const byMeaning = normalise(hits.map((hit) => hit.score));
  const wanted = new Set(termsOf(question));
  const texts: CountedText[] = [];
  for (const hit of hits) {
    yield;
    texts.push(countTerms(termsOf(hit.chunkText), wanted));
  }
  const byWords = normalise(bm25(texts));
  return hits
    .map((hit, i) => ({ hit, rank: (byMeaning[i] ?? 0) + (byWords[i] ?? 0) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, keep)
    .map(({ hit }) => hit);
}

/** How many terms a text has, and how often each of those that are asked for. */
interface CountedText {
  length: number;
  counts: ReadonlyMap<string, number>;
}

function countTerms(terms: readonly string[], wanted: ReadonlySet<string>): CountedText {
  const counts = new Map<string, number>();
  for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { length: terms.length, counts };
}

function bm25(texts: readonly CountedText[]): number[] {
  const frequencies = new Map<string, number>();
  for (const { counts } of texts) {
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const idf = (term: string) => {
    const frequency = frequencies.get(term) ?? 0;
    return Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5));
  };
  const averageLength = texts.reduce((sum, text) => sum + text.length, 0) / texts.length || 1;
  return texts.map(({ length, counts }) => {
    let score = 0;
    for (const [term, count] of counts) {
      score += (idf(term) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
    }
    return score;
  });
}

/** The scores moved to 0 to 1; all 0 where they do not differ. */
function normalise(scores: readonly number[]): number[] {
  const lowest = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return scores.map((score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 0));
}
