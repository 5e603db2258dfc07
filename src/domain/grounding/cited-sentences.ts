import { splitSentences } from "../split-sentences.ts";
import { monthOf } from "./month-names.ts";

/** A sentence of an answer with the numbers that it cites. */
export interface CitedSentence {
  start: number;
  end: number;
  /** Its words without citations and marks of Markdown. */
  words: string;
  cited: number[];
}

const CITATION = /\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]/g;
const LEADING_CITATIONS = /^(?:\s*\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\])+\s*[.,;:。]?\s*/;
const CODE_FENCE = /^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm;
const HEADING = /^#{1,6}\s/;
const TABLE_RULE = /^\|?[\s:|-]+\|?$/;

/** The sentences of an answer. A citation right behind a full stop belongs to the sentence before it. */
export function citedSentences(answer: string): CitedSentence[] {
  // Code is no prose; what stands behind it keeps its place.
  const prose = answer.replace(CODE_FENCE, (code) => code.replace(/[^\n]/g, " "));
  const spans: { start: number; end: number }[] = [];
  for (const { text, start, end } of splitSentences(prose)) {
    if (joinsDay(prose, spans.at(-1), start)) {
      const before = spans.at(-1);
      if (before !== undefined) before.end = end;
      continue;
    }
    const leading = LEADING_CITATIONS.exec(text)?.[0].length ?? 0;
    const before = spans.at(-1);
    const isBehind = before !== undefined && leading > 0 && !/\n\s*\n/.test(prose.slice(before.end, start));
    if (isBehind) before.end = start + text.slice(0, leading).trimEnd().length;
    const from = isBehind ? start + leading : start;
    if (from < end && /[\p{L}\p{N}]/u.test(prose.slice(from, end).replace(CITATION, "")))
      spans.push({ start: from, end });
    else if (!isBehind && before !== undefined && leading > 0) before.end = end;
  }
  return spans.flatMap((span) => {
    const text = prose.slice(span.start, span.end);
    if (HEADING.test(text) || TABLE_RULE.test(text)) return [];
    const cited = (text.match(CITATION) ?? []).flatMap((marks) => (marks.match(/\d+/g) ?? []).map(Number));
    return [{ ...span, words: wordsOf(text), cited: [...new Set(cited)] }];
  });
}

/** Whether a sentence only seems to end behind the number of a day, as in `12. Februar`. */
function joinsDay(prose: string, before: { start: number; end: number } | undefined, start: number): boolean {
  if (before === undefined || !/^[ \u00A0]+$/.test(prose.slice(before.end, start))) return false;
  const next = /^\p{L}+/u.exec(prose.slice(start, start + 20))?.[0].toLowerCase();
  return (
    /\s\d{1,2}\.$/.test(prose.slice(before.start, before.end)) &&
    next !== undefined &&
    monthOf(next, true) !== null
  );
}

function wordsOf(text: string): string {
  return text
    .replace(CITATION, " ")
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/^(?:\s*(?:[-*+•>]|\d{1,3}[.)])\s+)+/, "")
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
