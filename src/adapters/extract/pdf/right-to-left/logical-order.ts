const RIGHT_LETTER =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LEFT_LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const BRACKETS = "()[]{}";

/** What runs which way: letters from left to right, from right to left, digits, and all that goes with its neighbours. */
type Direction = "left" | "right" | "digit" | "neutral";

export function directionOf(cell: string): Direction {
  if (DIGIT.test(cell)) return "digit";
  if (RIGHT_LETTER.test(cell)) return "right";
  return LEFT_LETTER.test(cell) ? "left" : "neutral";
}

/** How many letters of each direction there are. */
export function countLetters(cells: readonly string[]): { left: number; right: number } {
  const count = { left: 0, right: 0 };
  for (const cell of cells) {
    const direction = directionOf(cell);
    if (direction === "left" || direction === "right") count[direction]++;
  }
  return count;
}

/** A line in the order in which it is read. */
interface LogicalLine {
  cells: string[];
}

/**
 * The cells of a line, given from left to right, in the order in which they are read. This undoes what Unicode's
 * algorithm for both directions does, as far as it can be undone: where two texts look the same, the usual one is meant.
 */
export function logicalOrder(cells: readonly string[], isRightToLeft: boolean): LogicalLine {
  const runs = runsOf(cells, isRightToLeft);
  const ordered = isRightToLeft ? runs.toReversed() : runs;
  return { cells: ordered.flatMap((run) => (run.isTurned ? run.cells.toReversed() : run.cells)) };
}

interface Run {
  cells: string[];
  isTurned: boolean;
}

function runsOf(cells: readonly string[], isRightToLeft: boolean): Run[] {
  const levels = levelsOf(cells, isRightToLeft);
  const runs: Run[] = [];
  if (isRightToLeft) {
    for (const [index, cell] of cells.entries()) {
      const isTurned = levels[index] === "right";
      const last = runs.at(-1);
      if (last?.isTurned === isTurned) last.cells.push(cell);
      else runs.push({ cells: [cell], isTurned });
    }
    return runs;
  }
  // In a line from left to right, a stretch from right to left is a line of its own, digits inside it included.
  for (let start = 0; start < cells.length; ) {
    const isRight = levels[start] === "right";
    let end = start;
    while (end < cells.length && (levels[end] === "right") === isRight) end++;
    const stretch = cells.slice(start, end);
    const inner = isRight ? runsOf(stretch, true).toReversed() : [{ cells: stretch, isTurned: false }];
    runs.push(...inner);
    start = end;
  }
  return runs;
}

interface KindedLine {
  cells: readonly string[];
  kinds: readonly Direction[];
}

/** The direction that each cell goes with. */
function levelsOf(cells: readonly string[], isRightToLeft: boolean): ("left" | "right")[] {
  const kinds = cells.map(directionOf);
  joinNumbers(cells, kinds);
  const line = { cells, kinds };
  const around = isRightToLeft ? "right" : "left";
  const levels: ("left" | "right")[] = [];
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index];
    if (kind === "left" || kind === "right") levels.push(kind);
    else if (kind === "digit")
      levels.push(isRightToLeft || !isWithin(kinds, index, "right") ? "left" : "right");
    else {
      const before = neighbour(line, index, { step: -1, isRightToLeft });
      const after = neighbour(line, index, { step: 1, isRightToLeft });
      levels.push(before === after && before !== null ? before : around);
    }
  }
  return levels;
}

/** What stands before or after a cell that has no direction. A number after letters of a word goes with them. */
function neighbour(
  line: KindedLine,
  index: number,
  { step, isRightToLeft }: { step: 1 | -1; isRightToLeft: boolean },
): "left" | "right" | null {
  const { kinds } = line;
  for (let at = index + step; at >= 0 && at < kinds.length; at += step) {
    const kind = kinds[at];
    if (kind === "left" || kind === "right") return kind;
    if (kind !== "digit") continue;
    if (!isRightToLeft) return isWithin(kinds, at, "right") ? "right" : "left";
    // Seen from the left, a number goes with Latin letters before it; otherwise it stands alone.
    return followsLetters(line, at) || isWithin(kinds, at, "left") ? "left" : "right";
  }
  return null;
}

/** Whether a number stands behind letters of the same direction; a bracket between them begins something else. */
function followsLetters({ cells, kinds }: KindedLine, index: number): boolean {
  for (let at = index - 1; at >= 0; at--) {
    if (kinds[at] === "left" || kinds[at] === "right") return kinds[at] === "left";
    if (isBracket(cells[at] ?? "")) return false;
  }
  return false;
}

/** Whether the nearest letters on both sides run in this direction. */
function isWithin(kinds: readonly Direction[], index: number, direction: "left" | "right"): boolean {
  const isLetter = (kind: Direction | undefined) => kind === "left" || kind === "right";
  let before = index;
  while (before >= 0 && !isLetter(kinds[before])) before--;
  let after = index;
  while (after < kinds.length && !isLetter(kinds[after])) after++;
  return kinds[before] === direction && kinds[after] === direction;
}

const BETWEEN_DIGITS = /^[.,:/\u066b\u066c\u060c\u00a0'’]$/u;
const BETWEEN_HEBREW_DIGITS = /^[-+\u2212\u2013]$/u;
const BESIDE_DIGITS = /^[%‰°$€£¥₪#]$/u;

/** Signs inside a number, and those that belong to it, go with its digits. */
function joinNumbers(cells: readonly string[], kinds: Direction[]): void {
  const isArabic = cells.some((cell) => /\p{Script=Arabic}/u.test(cell));
  const isDigit = (index: number) => kinds[index] === "digit";
  for (const [index, cell] of cells.entries()) {
    if (kinds[index] !== "neutral") continue;
    const joins = BETWEEN_DIGITS.test(cell) || (!isArabic && BETWEEN_HEBREW_DIGITS.test(cell));
    if (joins && isDigit(index - 1) && isDigit(index + 1)) kinds[index] = "digit";
    else if (!isArabic && BESIDE_DIGITS.test(cell) && (isDigit(index - 1) || isDigit(index + 1)))
      kinds[index] = "digit";
  }
}

const BEFORE_OPENING = /^(?:[\s\p{Pd}]?)$/u;
const AFTER_CLOSING = /^(?:[\s.,;:!?\u060c\u061b\u061f\u06d4]?)$/u;

/**
 * Turns brackets the way they are meant: some programs say which bracket is drawn, others which one is meant, and
 * PDFium turns some. What opens stands behind a space, what closes in front of one; a bracket that stands neither way
 * is the partner of the one before it.
 */
export function turnBrackets({ cells }: LogicalLine): void {
  let isOpen = false;
  for (const [index, cell] of cells.entries()) {
    if (!isBracket(cell)) continue;
    const opens = BEFORE_OPENING.test(cells[index - 1] ?? "");
    const closes = AFTER_CLOSING.test(cells[index + 1] ?? "");
    isOpen = opens === closes ? !isOpen : opens;
    const at = BRACKETS.indexOf(cell) & ~1;
    cells[index] = BRACKETS[isOpen ? at : at + 1] ?? cell;
  }
}

function isBracket(cell: string): boolean {
  return cell.length === 1 && BRACKETS.includes(cell);
}
