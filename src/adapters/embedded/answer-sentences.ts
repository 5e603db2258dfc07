import type { Hit } from "../../domain/passage.ts";
import { endsSentence, type Sentence, splitSentences } from "../../domain/split-sentences.ts";
import { termsOf } from "../../domain/terms.ts";

/** A sentence of a passage that could be quoted as an answer. */
export interface AnswerSentence {
  text: string;
  /** Number of its passage, from 1. */
  passage: number;
  terms: ReadonlySet<string>;
  /** How well its words fit the question, from 0 to about 1. */
  fit: number;
  /** How much it says, from 0 to 1: a heading or a question says little, however well it fits. */
  worth: number;
}

/** A chunk shorter than this was not cut: it ends where its text ends. */
const CUT_LENGTH = 800;
const LONGEST_QUOTATION = 500;

/** The whole sentences of the passages, in order, each weighed by the words that it shares with the question. */
export function answerSentences(question: string, passages: readonly Hit[]): AnswerSentence[] {
  if (passages.length === 0) return [];
  const wanted = new Set(termsOf(question));
  const found = passages.map((passage, i) => ({
    section: new Set(termsOf(passage.section ?? "")),
    sentences: wholeSentences(passage).map(({ text }) => ({
      text: toQuotation(text),
      passage: i + 1,
      terms: new Set(termsOf(text)),
    })),
  }));
  const share = shareOf(
    wanted,
    found.flatMap(({ sentences }) => sentences.map(({ terms }) => terms)),
  );
  const asksForNumber =
    /\b(?:how (?:many|much|long|old|often|far)|when|what (?:year|date|time)|wie viele?|wann)\b/i.test(
      question,
    );
  return found.flatMap(({ section, sentences }) => {
    // What a heading or a question says about the sentences below it fades with their distance.
    let above = share(section);
    return sentences.map((sentence) => {
      const own = share(sentence.terms);
      const number = asksForNumber && /\p{N}/u.test(sentence.text) ? 0.1 : 0;
      const worth = worthOf(sentence.text);
      const fit = own + 0.4 * above + number;
      above = isHeading(sentence.text) || isQuestion(sentence.text) ? Math.max(own, above) : above / 2;
      return { ...sentence, fit, worth };
    });
  });
}

/** The sentences of a passage without those that its borders cut, as long as any others remain. */
function wholeSentences({ chunkText, chunkIndex }: Hit): Sentence[] {
  const sentences = splitSentences(chunkText);
  const startsBlock = chunkIndex === 0 || /^(?:#{1,6}\s|[-*+•]\s|\|)/.test(chunkText);
  const startsLikeSentence = /^[\p{Lu}\p{Lo}\p{N}"“„'(]/u.test(chunkText);
  if (!startsBlock && sentences.length > (startsLikeSentence ? 3 : 1)) sentences.shift();
  const [only] = sentences;
  if (!startsBlock && !startsLikeSentence && only?.start === leadingSpace(chunkText)) {
    only.text = only.text.replace(/^\S*\s+/, "… ");
  }
  const isCut = chunkText.length >= CUT_LENGTH && !endsSentence(chunkText, chunkText.length);
  if (isCut && sentences.length > 1) sentences.pop();
  return sentences;
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}

/** On one line, without the mark of a heading or a list item; its own footnote marks must not look like citations. */
function toQuotation(sentence: string): string {
  const text = sentence
    .replace(/\s+/g, " ")
    .replace(/\^?\(?\[(\d{1,4})\]\)?/g, "($1)")
    .replace(/^(?:#{1,6} |[-*+•‣◦▪●] |> )+/, "")
    .replace(/ #+$/, "");
  if (text.length <= LONGEST_QUOTATION) return text;
  return `${text.slice(0, LONGEST_QUOTATION).replace(/(?:\s+\S*|[\uD800-\uDBFF])$/, "")} …`;
}

/** Which share of the question's words a set of words holds; what few sentences hold counts for more. */
function shareOf(
  wanted: ReadonlySet<string>,
  sentences: readonly ReadonlySet<string>[],
): (terms: ReadonlySet<string>) => number {
  const frequencies = new Map<string, number>();
  for (const terms of sentences) {
    for (const term of terms) {
      if (wanted.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
  }
  const weights = new Map<string, number>();
  let total = 0;
  for (const [term, frequency] of frequencies) {
    const weight = Math.log(1 + sentences.length / frequency);
    weights.set(term, weight);
    total += weight;
  }
  return (terms) => {
    let sum = 0;
    for (const term of terms) sum += weights.get(term) ?? 0;
    return total === 0 ? 0 : sum / total;
  };
}

/**
 * Headings and questions name a subject without saying anything about it; what does not begin or end like a sentence
 * may be half of one; very long sentences say too much.
 */
function worthOf(text: string): number {
  if (isQuestion(text) || isHeading(text) || (text.length < 20 && text.split(" ").length < 4)) return 0.3;
  if (/^\p{Ll}/u.test(text) || !endsSentence(text, text.length)) return 0.6;
  return Math.min(1, Math.sqrt(300 / text.length));
}

function isQuestion(text: string): boolean {
  return /[?？]["”»」』)]*$/.test(text);
}

function isHeading(text: string): boolean {
  return text.length <= 70 && !/[.!?…。！？:;,|=]|\p{N}/u.test(text) && text.split(" ").length <= 8;
}
