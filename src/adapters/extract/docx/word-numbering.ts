import { walkXml, type XmlAttributes } from "../xml.ts";
import type { WordStyles } from "./word-styles.ts";

/** Counts the items of a document's lists. */
export interface WordNumbering {
  /** The label of the next item of a list: `2.1`, `c)`, `-`; null where the list has none. */
  nextLabel(numberingId: string, level: number): string | null;
}

interface Level {
  start: number;
  format: string;
  text: string;
  isLegal: boolean;
}

interface AbstractList {
  levels: Map<number, Level>;
  styleLink: string | null;
}

interface List {
  abstractId: string;
  startOverrides: Map<number, number>;
}

const MAX_LEVEL = 8;

/** Reads `numbering.xml`; null stands for a document without lists. */
export function readNumbering(bytes: Uint8Array | null, styles: WordStyles): WordNumbering {
  const { abstractLists, lists } = bytes === null ? noLists() : collectLists(bytes);
  const counters = new Map<string, (number | null)[]>();
  const started = new Set<string>();

  function abstractOf(numberingId: string): { id: string; list: AbstractList } | null {
    const id = lists.get(numberingId)?.abstractId;
    const list = id === undefined ? undefined : abstractLists.get(id);
    if (id === undefined || list === undefined) return null;
    const linked = list.styleLink === null ? null : styles.listOf(list.styleLink);
    const target = linked === null ? undefined : lists.get(linked.numberingId);
    const targetList = target === undefined ? undefined : abstractLists.get(target.abstractId);
    return target === undefined || targetList === undefined
      ? { id, list }
      : { id: target.abstractId, list: targetList };
  }

  function count(numberingId: string, abstract: { id: string; list: AbstractList }, level: number): number[] {
    const counter = counters.get(abstract.id) ?? [];
    counters.set(abstract.id, counter);
    if (!started.has(numberingId)) {
      started.add(numberingId);
      for (const overridden of lists.get(numberingId)?.startOverrides.keys() ?? [])
        counter[overridden] = null;
    }
    const startOf = (index: number) =>
      lists.get(numberingId)?.startOverrides.get(index) ?? abstract.list.levels.get(index)?.start ?? 1;
    for (let above = 0; above < level; above++) counter[above] ??= startOf(above);
    const current = counter[level];
    counter[level] = current == null ? startOf(level) : current + 1;
    counter.length = level + 1;
    return counter.map((value) => value ?? 0);
  }

  return {
    nextLabel(numberingId, level) {
      const abstract = abstractOf(numberingId);
      if (abstract === null || !(level >= 0 && level <= MAX_LEVEL)) return null;
      const numbers = count(numberingId, abstract, level);
      const shape = abstract.list.levels.get(level);
      if (shape === undefined || shape.format === "none") return null;
      if (shape.format === "bullet") return "-";
      const label = shape.text.replace(/%([1-9])/g, (_, digit: string) => {
        const index = Number(digit) - 1;
        const format = shape.isLegal ? "decimal" : (abstract.list.levels.get(index)?.format ?? "decimal");
        return formatNumber(numbers[index] ?? 1, format);
      });
      return label.trim() === "" ? null : label.trim();
    },
  };
}

interface Lists {
  abstractLists: Map<string, AbstractList>;
  lists: Map<string, List>;
}

function noLists(): Lists {
  return { abstractLists: new Map(), lists: new Map() };
}

function collectLists(bytes: Uint8Array): Lists {
  const found = noLists();
  let abstract: AbstractList | null = null;
  let level: Level | null = null;
  let list: List | null = null;
  let overridden = 0;

  function open(name: string, attributes: XmlAttributes): void {
    const value = attributes.val ?? "";
    if (name === "abstractNum") {
      abstract = { levels: new Map(), styleLink: null };
      found.abstractLists.set(attributes.abstractNumId ?? "", abstract);
    } else if (name === "num") {
      list = { abstractId: "", startOverrides: new Map() };
      found.lists.set(attributes.numId ?? "", list);
    } else if (name === "lvlOverride") overridden = Number.parseInt(attributes.ilvl ?? "0", 10);
    else if (name === "lvl" && abstract !== null) {
      level = { start: 1, format: "decimal", text: "", isLegal: false };
      abstract.levels.set(Number.parseInt(attributes.ilvl ?? "0", 10), level);
    } else if (name === "numStyleLink" && abstract !== null) abstract.styleLink = value;
    else if (name === "abstractNumId" && list !== null) list.abstractId = value;
    else if (name === "startOverride" && list !== null) {
      list.startOverrides.set(overridden, Number.parseInt(value, 10) || 0);
    } else if (level !== null) openLevelProperty(level, name, value);
  }

  walkXml(bytes, {
    onOpen: open,
    onClose(name) {
      if (name === "abstractNum") abstract = null;
      else if (name === "num") list = null;
      else if (name === "lvl") level = null;
    },
  });
  return found;
}

function openLevelProperty(level: Level, name: string, value: string): void {
  if (name === "start") level.start = Number.parseInt(value, 10) || 0;
  else if (name === "numFmt") level.format = value;
  else if (name === "lvlText") level.text = value;
  else if (name === "isLgl") level.isLegal = value !== "0" && value !== "false";
}

function formatNumber(value: number, format: string): string {
  if (format === "lowerLetter") return letters(value);
  if (format === "upperLetter") return letters(value).toUpperCase();
  if (format === "lowerRoman") return roman(value);
  if (format === "upperRoman") return roman(value).toUpperCase();
  if (format === "decimalZero") return String(value).padStart(2, "0");
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
