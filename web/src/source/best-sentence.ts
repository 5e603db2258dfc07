import { claimTerms } from "../chat/terms.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** A sentence that shares fewer words than this with what cites it is not what was meant. */
const LEAST_SHARED = 2;

/** The sentence of a passage that says most of what another sentence says; null where none stands out. */
export function bestSentence(passage: string, sentence: string): string | null {
  const wanted = claimTerms(sentence);
  let best: { text: string; score: number } | null = null;
  for (const { segment } of segmenter.segment(unwrap(passage))) {
    const text = segment.trim();
    const terms = claimTerms(text);
    const shared = wanted.intersection(terms).size;
    if (shared < LEAST_SHARED) continue;
    // Longer sentences share more by chance.
    const score = shared / Math.sqrt(terms.size + 4);
    if (best === null || score > best.score) best = { text, score };
  }
  return best?.text ?? null;
}

/** Joins lines that were only wrapped; a short line before a capital letter is a heading and stays for itself. */
function unwrap(text: string): string {
  return text.replace(/([^\n]{45,})\n(?=\S)/g, "$1 ").replace(/\n(?=\p{Ll})/gu, " ");
}
