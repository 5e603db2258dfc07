import { stemmer } from "stemmer";

/** A piece of text, marked where it matches the query. */
export interface MarkedPiece {
  text: string;
  isMarked: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** How much of a passage is shown. */
const EXCERPT_LENGTH = 260;
const SMALL_WORDS = new Set(
  "a an and are as at be by do does for from has have how i in is it of on or that the this to was were what when where which who why will with my your der die das und oder ist ein eine in im zu von mit wie was wer wann".split(
    " ",
  ),
);

/** A stretch of a passage around the words of a query, with these words marked. */
export function excerptOf(passage: string, query: string, length: number = EXCERPT_LENGTH): MarkedPiece[] {
  const text = passage.replace(/\s+/g, " ").trim();
  const spans = matchesIn(text, query);
  const { start, end } = windowAround(text, spans, length);
  const pieces: MarkedPiece[] = [];
  let from = start;
  for (const span of spans.filter((one) => one.start >= start && one.end <= end)) {
    if (span.start > from) pieces.push({ text: text.slice(from, span.start), isMarked: false });
    pieces.push({ text: text.slice(span.start, span.end), isMarked: true });
    from = span.end;
  }
  if (from < end) pieces.push({ text: text.slice(from, end), isMarked: false });
  if (start > 0) pieces.unshift({ text: "… ", isMarked: false });
  if (end < text.length) pieces.push({ text: " …", isMarked: false });
  return pieces;
}

interface Span {
  start: number;
  end: number;
}

function matchesIn(text: string, query: string): Span[] {
  const wanted = [...query.toLowerCase().matchAll(WORD)]
    .map(([word]) => word)
    .filter((word) => !SMALL_WORDS.has(word));
  const stems = new Set(wanted.map(stemmer));
  const unspaced = wanted.filter((word) => UNSPACED.test(word));
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (stems.has(stemmer(lower)) || wanted.some((one) => one.length >= 4 && lower.startsWith(one)))
      spans.push({ start: index, end: index + word.length });
    for (const part of unspaced) {
      const at = lower === part ? -1 : lower.indexOf(part);
      if (at !== -1) spans.push({ start: index + at, end: index + at + part.length });
    }
  }
  return spans;
}

/** The window that holds most matches, moved to the borders of words. */
function windowAround(text: string, spans: readonly Span[], length: number): Span {
  if (text.length <= length) return { start: 0, end: text.length };
  let best = { start: 0, count: 0 };
  for (const { start } of spans) {
    const from = Math.max(0, start - Math.floor(length / 4));
    const count = spans.filter((span) => span.start >= from && span.end <= from + length).length;
    if (count > best.count) best = { start: from, count };
  }
  const start = best.start === 0 ? 0 : text.indexOf(" ", best.start) + 1;
  const rough = Math.min(text.length, start + length);
  const end = rough === text.length ? rough : Math.max(start + 1, text.lastIndexOf(" ", rough));
  return { start, end };
}
