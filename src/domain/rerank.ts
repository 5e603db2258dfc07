import type { Hit } from "./passage.ts";
import { termsOf } from "./terms.ts";

const K1 = 1.2;
const B = 0.75;

/**
 * The best `keep` of the hits, ordered half by meaning and half by words: the vector score and BM25, whose document
 * frequencies are counted over the hits themselves. Hits come best first; equals keep that order, and every hit keeps
 * its vector score.
 */
export function rerank(candidates: { question: string; hits: readonly Hit[]; keep: number }): Hit[] {
  const { question, hits, keep } = candidates;
  const byMeaning = normalise(hits.map((hit) => hit.score));
  const byWords = normalise(
    bm25(
      new Set(termsOf(question)),
      hits.map((hit) => termsOf(hit.chunkText)),
    ),
  );
  return hits
    .map((hit, i) => ({ hit, rank: (byMeaning[i] ?? 0) + (byWords[i] ?? 0) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, keep)
    .map(({ hit }) => hit);
}

function bm25(question: ReadonlySet<string>, texts: readonly string[][]): number[] {
  const counts = texts.map((terms) => countTerms(terms, question));
  const idf = new Map<string, number>();
  for (const term of question) {
    const frequency = counts.filter((count) => count.has(term)).length;
    idf.set(term, Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5)));
  }
  const averageLength = texts.reduce((sum, terms) => sum + terms.length, 0) / texts.length || 1;
  return counts.map((count, i) => {
    const length = (texts[i]?.length ?? 0) / averageLength;
    let score = 0;
    for (const [term, frequency] of count) {
      score += ((idf.get(term) ?? 0) * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * length));
    }
    return score;
  });
}

function countTerms(terms: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The scores moved to 0 to 1; all 0 where they do not differ. */
function normalise(scores: readonly number[]): number[] {
  const lowest = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return scores.map((score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 0));
}
