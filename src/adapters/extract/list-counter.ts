/** Counts the items of a document's lists. */
export interface ListCounter {
  /** The label of the next item of a list: `2.1`, `c)`, `-`; null where the list has none. */
  nextLabel(listId: string, level: number): string | null;
}

/** How the items of one level are labelled: `%1.%2` stands for the numbers of the first two levels. */
export interface ListLevel {
  start: number;
  format: string;
  text: string;
  isLegal: boolean;
}

/** A list that paragraphs belong to. Lists of one shape count on, but for what a list overrides. */
export interface CountedList {
  shapeId: string;
  startOverrides: ReadonlyMap<number, number>;
  levelOverrides: ReadonlyMap<number, ListLevel>;
}

interface ListDefinitions {
  lists: ReadonlyMap<string, CountedList>;
  shapes: ReadonlyMap<string, ReadonlyMap<number, ListLevel>>;
}

const MAX_LEVEL = 8;

/** A counter that has seen no item yet. */
export function openListCounter({ lists, shapes }: ListDefinitions): ListCounter {
  const counters = new Map<string, (number | null)[]>();
  const started = new Set<string>();

  function count(listId: string, list: CountedList, level: number): number[] {
    const counter = counters.get(list.shapeId) ?? [];
    counters.set(list.shapeId, counter);
    if (!started.has(listId)) {
      started.add(listId);
      for (const overridden of list.startOverrides.keys()) counter[overridden] = null;
    }
    const startOf = (index: number) => list.startOverrides.get(index) ?? levelOf(list, index)?.start ?? 1;
    for (let above = 0; above < level; above++) counter[above] ??= startOf(above);
    const current = counter[level];
    counter[level] = current == null ? startOf(level) : current + 1;
    counter.length = level + 1;
    return counter.map((value) => value ?? 0);
  }

  function levelOf(list: CountedList, index: number): ListLevel | undefined {
    return list.levelOverrides.get(index) ?? shapes.get(list.shapeId)?.get(index);
  }

  return {
    nextLabel(listId, level) {
      const list = lists.get(listId);
      if (list === undefined || !shapes.has(list.shapeId) || !(level >= 0 && level <= MAX_LEVEL)) return null;
      const numbers = count(listId, list, level);
      const shape = levelOf(list, level);
      if (shape === undefined || shape.format === "none") return null;
      if (shape.format === "bullet") return "-";
      const label = shape.text.replace(/%([1-9])/g, (_, digit: string) => {
        const index = Number(digit) - 1;
        const format = shape.isLegal ? "decimal" : (levelOf(list, index)?.format ?? "decimal");
        return formatListNumber(numbers[index] ?? 1, format);
      });
      return label.trim() === "" ? null : label.trim();
    },
  };
}

/** A number as a list shows it, in the words that Office has for formats. */
export function formatListNumber(value: number, format: string): string {
  if (format === "lowerLetter") return letters(value);
  if (format === "upperLetter") return letters(value).toUpperCase();
  if (format === "lowerRoman") return roman(value);
  if (format === "upperRoman") return roman(value).toUpperCase();
  if (format === "decimalZero") return String(value).padStart(2, "0");
  if (format === "ordinal") return ordinal(value);
  return String(value);
}

/** a … z, aa, bb …: Word repeats the letter. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value);
  const letter = String.fromCharCode("a".charCodeAt(0) + ((value - 1) % 26));
  return letter.repeat(Math.ceil(value / 26));
}

const ROMAN: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = "";
  for (const [amount, sign] of ROMAN) {
    while (rest >= amount) {
      text += sign;
      rest -= amount;
    }
  }
  return text;
}

function ordinal(value: number): string {
  const isTeen = Math.floor((value % 100) / 10) === 1;
  const ending = isTeen ? undefined : { 1: "st", 2: "nd", 3: "rd" }[value % 10];
  return `${value}${ending ?? "th"}`;
}
