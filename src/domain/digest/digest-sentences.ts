import type { Hit } from "../passage.ts";
import { endsSentence, splitSentences } from "../split-sentences.ts";
import { termsOf } from "../terms.ts";

/** A sentence that may stand for its section. */
export interface DigestSentence {
  text: string;
  passage: Hit;
  terms: ReadonlySet<string>;
  /** How many sentences of its section come before it. */
  position: number;
}

const SHORTEST = 30;
const SHORTEST_UNSPACED = 10;
const LONGEST = 420;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const FILLER =
  /lorem ipsum|dolor sit amet|all rights reserved|alle rechte vorbehalten|table of contents|inhaltsverzeichnis/iu;

/** The whole sentences of a passage that say something: no headings, header rows, questions or filler. */
export function sentencesWorthSaying(passage: Hit): DigestSentence[] {
  const { chunkText, chunkIndex } = passage;
  return splitSentences(chunkText).flatMap(({ text, start, end }, position) => {
    const isCut =
      (start === 0 && chunkIndex > 0 && /^[\p{Ll},;)]/u.test(text)) ||
      (end === chunkText.length && !endsSentence(chunkText, end));
    const clean = toLine(text);
    const isLongEnough = clean.length >= (UNSPACED.test(clean) ? SHORTEST_UNSPACED : SHORTEST);
    const isSentence = endsSentence(clean, clean.length) || /[।।؟]$/u.test(clean);
    if (isCut || !isLongEnough || clean.length > LONGEST || !isSentence) return [];
    if (/[?？]["”»」』)]*$/u.test(clean) || /^\s*(?:#{1,6}\s|\||```)/.test(text) || FILLER.test(clean))
      return [];
    return [{ text: clean, passage, terms: new Set(termsOf(clean)), position }];
  });
}

/** On one line, without marks of Markdown; its own footnote marks must not look like citations. */
export function toLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\^?\(?\[(\d{1,4})\]\)?/g, "($1)")
    .replace(/^(?:#{1,6} |[-*+•‣◦▪●] |> |\d{1,3}[.)] )+/, "")
    .trim();
}

/** How central words are: what many sentences share, but not all of them. */
export function weighTerms(sentences: readonly DigestSentence[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const weights = new Map<string, number>();
  for (const [term, count] of frequencies) {
    if (count > 1) weights.set(term, Math.log(1 + count) * Math.log(1 + sentences.length / count));
  }
  return weights;
}

/** How much a sentence says of what its document is about. */
export function centrality(
  { terms, position }: DigestSentence,
  weights: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  const firstWord = position === 0 ? 1.15 : position === 1 ? 1.05 : 1;
  return (firstWord * sum) / Math.sqrt(terms.size + 4);
}
