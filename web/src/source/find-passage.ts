import { type FoldedText, foldText } from "./fold-text.ts";

/** A stretch of a text. */
export interface Span {
  start: number;
  end: number;
}

/** How much of a passage, in folded characters, must match in one go to count. */
const SHINGLE = 20;
/** Matches nearer than this are one: between them lies a footnote mark or a page's header word. */
const BRIDGE = 24;
/** The least share of the passage that must be found; less is chance. */
const LEAST_SHARE = 0.35;

/**
 * Where a passage stands in a text that holds it in some form: whole, or in pieces where the two were extracted
 * differently. Empty where too little of it is there.
 */
export function findPassage(text: FoldedText, passage: string): Span[] {
  const { folded: needle } = foldText(passage);
  if (needle === "") return [];
  const whole = text.folded.indexOf(needle);
  const matches =
    whole === -1 ? findPieces(text.folded, needle) : [{ start: whole, end: whole + needle.length }];
  return matches.map(({ start, end }) => ({
    start: text.origin[start] ?? 0,
    end: (text.origin[end - 1] ?? 0) + 1,
  }));
}

function findPieces(haystack: string, needle: string): Span[] {
  const shingle = Math.min(SHINGLE, needle.length);
  const pieces: Span[] = [];
  let last = 0;
  for (let from = 0; from + shingle <= needle.length; ) {
    const sample = needle.slice(from, from + shingle);
    const ahead = haystack.indexOf(sample, last);
    const start = ahead === -1 ? haystack.indexOf(sample) : ahead;
    if (start === -1) {
      from += Math.max(1, shingle >> 2);
      continue;
    }
    const length = matchLength(haystack, start, needle, from);
    pieces.push({ start, end: start + length });
    last = start + length;
    from += length;
  }
  const found = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  return found < LEAST_SHARE * needle.length ? [] : joinNear(pieces);
}

function matchLength(haystack: string, start: number, needle: string, from: number): number {
  let length = 0;
  while (from + length < needle.length && haystack[start + length] === needle[from + length]) length++;
  return length;
}

function joinNear(spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const before = joined.at(-1);
    if (before !== undefined && span.start - before.end <= BRIDGE)
      before.end = Math.max(before.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}
