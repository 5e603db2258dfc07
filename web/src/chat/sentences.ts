import type { TextRange } from "../markdown/text-range.ts";

/** A sentence of a text, with the numbers that it cites. */
export interface CitedSentence extends Pick<TextRange, "start" | "end"> {
  /** Its words, citations left out. */
  text: string;
  cited: number[];
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const LEADING_CITATIONS = /^\s*(?:\[\d{1,2}(?:\s*[,;]\s*\d{1,2})*\]\s*)+[.,;:]?/;
const CITATION = /\[\d{1,2}(?:\s*[,;]\s*\d{1,2})*\]/g;

/** The sentences of a stretch of text. A citation right behind a full stop belongs to the sentence before it. */
export function citedSentences(plain: string, span: { start: number; end: number }): CitedSentence[] {
  const spans: { start: number; end: number }[] = [];
  for (const { segment, index } of segmenter.segment(plain.slice(span.start, span.end))) {
    let start = span.start + index;
    const end = start + segment.length;
    const before = spans.at(-1);
    const leading = LEADING_CITATIONS.exec(segment)?.[0].length ?? 0;
    if (before !== undefined && leading > 0) {
      start += leading;
      before.end = start;
    }
    if (plain.slice(start, end).trim() !== "") spans.push({ start, end });
  }
  return spans.map((sentence) => toSentence(plain, sentence));
}

function toSentence(plain: string, { start, end }: { start: number; end: number }): CitedSentence {
  const whole = plain.slice(start, end);
  const cited = (whole.match(CITATION) ?? []).flatMap((text) => (text.match(/\d+/g) ?? []).map(Number));
  const leading = whole.length - whole.trimStart().length;
  return {
    start: start + leading,
    end: start + whole.trimEnd().length,
    text: whole.replace(CITATION, "").trim(),
    cited: [...new Set(cited)],
  };
}
