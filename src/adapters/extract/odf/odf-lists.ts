import { type CountedList, type ListCounter, type ListLevel, openListCounter } from "../list-counter.ts";
import { walkXml, type XmlAttributes } from "../xml.ts";

/** Knows how lists are numbered, and which list each item belongs to. */
export interface OdfLists {
  counter: ListCounter;
  openList(attributes: XmlAttributes): void;
  closeList(): void;
  /** Begins an item; a header of a list has no label. */
  openItem(isHeader: boolean): void;
  /** Takes the list and the level for the next paragraph: only the first of an item has a label. */
  takeItem(): { numberingId: string; level: number } | null;
}

/** The list that headings are numbered by. */
export const OUTLINE = "outline";

/** The levels of a list style, from 0. */
type Levels = Map<number, ListLevel>;

/** Reads the list styles of these parts. */
export function openOdfLists(...parts: Uint8Array[]): OdfLists {
  const styles = readListStyles(parts);
  const shapes = new Map<string, Levels>([[OUTLINE, styles.get(OUTLINE) ?? new Map()]]);
  const lists = new Map<string, CountedList>();
  const open: { id: string }[] = [];
  const lastOfStyle = new Map<string, string>();
  let waiting: { numberingId: string; level: number } | null = null;

  function addList(id: string, levels: Levels): string {
    shapes.set(id, levels);
    lists.set(id, { shapeId: id, startOverrides: new Map(), levelOverrides: new Map() });
    return id;
  }
  addList(OUTLINE, styles.get(OUTLINE) ?? new Map());

  /** A list counts on where it says so, else anew. */
  function idOf(attributes: XmlAttributes): string {
    const style = attributes["style-name"] ?? "";
    const continued = attributes["continue-list"] ?? "";
    if (lists.has(continued)) return continued;
    const last = lastOfStyle.get(style);
    if (attributes["continue-numbering"] === "true" && last !== undefined) return last;
    const id = addList(attributes.id ?? `list ${lists.size}`, styles.get(style) ?? new Map());
    lastOfStyle.set(style, id);
    return id;
  }

  return {
    counter: openListCounter({ lists, shapes }),
    openList(attributes) {
      const parent = open.at(-1);
      open.push(parent ?? { id: idOf(attributes) });
    },
    closeList() {
      open.pop();
      waiting = null;
    },
    openItem(isHeader) {
      const list = open.at(-1);
      waiting = isHeader || list === undefined ? null : { numberingId: list.id, level: open.length - 1 };
    },
    takeItem() {
      const item = waiting;
      waiting = null;
      return item;
    },
  };
}

const NUMBER_FORMATS: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};

/** The list styles of these parts by their names; the one of headings is called `outline`. */
export function readListStyles(parts: readonly Uint8Array[]): Map<string, Levels> {
  const styles = new Map<string, Levels>();
  let levels: Levels | null = null;
  for (const part of parts) {
    walkXml(part, {
      onOpen(name, attributes) {
        if (name === "list-style" || name === "outline-style") {
          levels = new Map();
          styles.set(name === "outline-style" ? OUTLINE : (attributes.name ?? ""), levels);
        }
        const level = Number.parseInt(attributes.level ?? "", 10);
        if (levels !== null && level >= 1) {
          if (name.startsWith("list-level-style") || name === "outline-level-style") {
            levels.set(level - 1, levelOf(name, level, attributes));
          }
        }
      },
      onClose(name) {
        if (name === "list-style" || name === "outline-style") levels = null;
      },
    });
  }
  return styles;
}

function levelOf(name: string, level: number, attributes: XmlAttributes): ListLevel {
  const format = NUMBER_FORMATS[attributes["num-format"] ?? ""];
  const shown = Math.min(level, Number.parseInt(attributes["display-levels"] ?? "1", 10) || 1);
  const numbers = Array.from({ length: shown }, (_, index) => `%${level - shown + index + 1}`).join(".");
  return {
    start: Number.parseInt(attributes["start-value"] ?? "1", 10) || 1,
    format: name === "list-level-style-bullet" ? "bullet" : (format ?? "none"),
    text: `${attributes["num-prefix"] ?? ""}${numbers}${attributes["num-suffix"] ?? ""}`,
    isLegal: false,
  };
}
