import { directionOf } from "./logical-order.ts";
import type { PlacedGlyph, PlacedPage } from "./placed-glyphs.ts";

/** A line of a page as it is seen: what stands on it from left to right. */
interface VisualLine {
  /** Each a letter with the signs above and below it, or a space. */
  cells: string[];
  baseline: number;
  size: number;
}

/** Gathers glyphs into lines: those that are drawn one after the other on about the same height. */
export function visualLines({ glyphs, spaces }: PlacedPage): VisualLine[] {
  const written = spaces.length + glyphs.filter(({ text }) => text.trim() === "").length;
  const gap = written * LETTERS_A_SPACE > glyphs.length ? WIDE_SHARE : SPACE_SHARE;
  const lines: PlacedGlyph[][] = [];
  let line: PlacedGlyph[] = [];
  let extent: Extent | null = null;
  for (const glyph of glyphs) {
    if (extent !== null && !isOnLine(glyph, extent)) {
      lines.push(line);
      line = [];
      extent = null;
    }
    line.push(glyph);
    extent = extended(extent, glyph);
  }
  lines.push(line);
  return lines.filter((each) => each.length > 0).map((each) => lineOf(withSpaces(each, spaces), gap));
}

interface Extent {
  left: number;
  right: number;
  baseline: number;
  lowest: number;
  highest: number;
  size: number;
}

const MARK = /^\p{M}+$/u;
const isMark = (glyph: PlacedGlyph) => MARK.test(glyph.text);
/** How far from the line's own height a glyph of it may stand, as a share of the size of its letters. */
const SAME_HEIGHT = 0.4;
/** Letters of some hands go down like stairs towards the end of a word; such a letter touches the one before. */
const STAIR_HEIGHT = 0.9;
const TOUCHES_WITHIN = 0.3;
const STAIR_STEP = 0.7;

function isOnLine(glyph: PlacedGlyph, extent: Extent): boolean {
  const size = Math.max(glyph.size, extent.size);
  const away = Math.max(0, extent.lowest - glyph.baseline, glyph.baseline - extent.highest);
  if (away <= size * SAME_HEIGHT && Math.abs(glyph.baseline - extent.baseline) < size * STAIR_HEIGHT)
    return true;
  const gap = Math.max(extent.left - glyph.right, glyph.left - extent.right);
  return (isMark(glyph) || gap < size * TOUCHES_WITHIN) && away <= size * STAIR_STEP;
}

function extended(extent: Extent | null, glyph: PlacedGlyph): Extent {
  const { left, right, baseline, size } = glyph;
  if (extent === null) return { left, right, baseline, size, lowest: baseline, highest: baseline };
  return {
    left: Math.min(extent.left, left),
    right: Math.max(extent.right, right),
    baseline: extent.baseline,
    size: Math.max(extent.size, size),
    lowest: isMark(glyph) ? extent.lowest : Math.min(extent.lowest, baseline),
    highest: isMark(glyph) ? extent.highest : Math.max(extent.highest, baseline),
  };
}

/** A wider gap between two letters than this share of their size is a space that nobody wrote. */
const SPACE_SHARE = 0.14;
/** Where spaces are written, only a wider gap between letters of one direction is one. */
const WIDE_SHARE = 0.4;
/** Fewer letters than this to every space: the page writes its spaces. */
const LETTERS_A_SPACE = 15;

/** A line with the spaces that were set by themselves between its first and its last letter. */
function withSpaces(line: readonly PlacedGlyph[], spaces: PlacedPage["spaces"]): PlacedGlyph[] {
  if (spaces.length === 0) return [...line];
  const lowest = Math.min(...line.map(({ baseline }) => baseline));
  const highest = Math.max(...line.map(({ baseline }) => baseline));
  const start = Math.min(...line.map(({ left }) => left));
  const end = Math.max(...line.map(({ right }) => right));
  const size = Math.max(...line.map((glyph) => glyph.size));
  const own = spaces.filter(
    ({ left, baseline }) =>
      left > start &&
      left < end &&
      baseline > lowest - size * SAME_HEIGHT &&
      baseline < highest + size * SAME_HEIGHT,
  );
  return [
    ...line,
    ...own.map((space) => ({
      ...space,
      text: NON_JOINER,
      right: space.left,
      inkLeft: space.left,
      inkRight: space.left,
      size,
    })),
  ];
}

function lineOf(glyphs: readonly PlacedGlyph[], gapShare: number): VisualLine {
  const bases = glyphs
    .filter((glyph) => !isMark(glyph))
    .toSorted((a, b) => a.left - b.left || a.right - b.right);
  const cells = bases.map((base, index) => (base.text === NON_JOINER ? unseen(bases, index) : base.text));
  for (const mark of glyphs.filter(isMark)) {
    const at = nearestBase(bases, mark);
    if (at >= 0) cells[at] += mark.text;
  }
  const spaced: string[] = [];
  let before: PlacedGlyph | null = null;
  for (const [index, base] of bases.entries()) {
    const isApart = before !== null && isGap(before, base, gapShare);
    if (isApart && spaced.at(-1)?.trim() !== "" && base.text.trim() !== "") spaced.push(" ");
    spaced.push(cells[index] ?? "");
    before = before === null || base.right > before.right ? base : before;
  }
  const [first] = glyphs;
  const size = Math.max(...bases.map((base) => base.size), 1);
  return { cells: spaced, baseline: first?.baseline ?? 0, size };
}

/** Stands between letters of one word that must not touch. */
const NON_JOINER = "\u200c";
/** An unseen sign that is wider than this share of the size of the letters is a space. */
const LEAST_SPACE_SHARE = 0.08;

/** What an unseen sign is: a space where it takes room; what parts letters, where those stand on one line. */
function unseen(bases: readonly PlacedGlyph[], index: number): string {
  const [before, sign, after] = [bases[index - 1], bases[index], bases[index + 1]];
  if (before === undefined || sign === undefined || after === undefined) return "";
  if (after.left - sign.left > sign.size * LEAST_SPACE_SHARE) return " ";
  const isInWord = [before, after].every(({ text }) => directionOf(text) === "right");
  return isInWord && before.baseline === after.baseline ? NON_JOINER : "";
}

function isGap(before: PlacedGlyph, base: PlacedGlyph, gapShare: number): boolean {
  const isOneWord = directionOf(before.text) === "right" && directionOf(base.text) === "right";
  const share = isOneWord ? gapShare : SPACE_SHARE;
  return base.left - before.right > Math.max(base.size, before.size) * share;
}

/** The letter that a sign stands above or below; -1 where there is none. */
function nearestBase(bases: readonly PlacedGlyph[], mark: PlacedGlyph): number {
  const middle = (mark.inkLeft + mark.inkRight) / 2;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, base] of bases.entries()) {
    if (base.text.trim() === "") continue;
    const away = Math.max(0, base.left - middle, middle - base.right);
    if (away < least) {
      least = away;
      best = index;
    }
  }
  return best;
}
