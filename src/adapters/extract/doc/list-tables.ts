import { type CountedList, type ListCounter, type ListLevel, openListCounter } from "../list-counter.ts";
import { viewOf, type WordFile } from "./word-file.ts";

const LIST_SHAPES = 73;
const LISTS = 74;
const SHAPE_BYTES = 28;
const LIST_BYTES = 16;
const LEVELS = 9;

/** How Word 97 numbers the formats that Word 2007 has names for. */
const FORMATS: Readonly<Record<number, string>> = {
  0: "decimal",
  1: "upperRoman",
  2: "lowerRoman",
  3: "upperLetter",
  4: "lowerLetter",
  5: "ordinal",
  22: "decimalZero",
  23: "bullet",
  255: "none",
};

/** Reads the lists of a document; a list is named by its number, from 1. */
export function readListTables(file: WordFile): ListCounter {
  const shapes = readShapes(file.tableAndRest(LIST_SHAPES));
  return openListCounter({ shapes, lists: readLists(file.tableAndRest(LISTS)) });
}

type Shapes = Map<string, Map<number, ListLevel>>;

function readShapes(bytes: Uint8Array): Shapes {
  const shapes: Shapes = new Map();
  if (bytes.length < 2) return shapes;
  const view = viewOf(bytes);
  const count = Math.min(view.getUint16(0, true), Math.floor((bytes.length - 2) / SHAPE_BYTES));
  let at = 2 + count * SHAPE_BYTES;
  for (let index = 0; index < count; index++) {
    const start = 2 + index * SHAPE_BYTES;
    const levels = new Map<number, ListLevel>();
    shapes.set(String(view.getInt32(start, true)), levels);
    const isSimple = ((bytes[start + 26] ?? 0) & 1) === 1;
    for (let number = 0; number < (isSimple ? 1 : LEVELS); number++) {
      const found = readLevel(bytes, at);
      if (found === null) return shapes;
      levels.set(number, found.level);
      at = found.end;
    }
  }
  return shapes;
}

function readLevel(bytes: Uint8Array, start: number): { level: ListLevel; end: number } | null {
  if (start + 30 > bytes.length) return null;
  const view = viewOf(bytes);
  const textAt = start + 28 + (bytes[start + 24] ?? 0) + (bytes[start + 25] ?? 0);
  if (textAt + 2 > bytes.length) return null;
  const end = textAt + 2 + view.getUint16(textAt, true) * 2;
  const text = Buffer.from(bytes.subarray(textAt + 2, end)).toString("utf16le");
  const level: ListLevel = {
    start: view.getInt32(start, true),
    format: FORMATS[bytes[start + 4] ?? 0] ?? "decimal",
    // A control character stands where the number of its level goes.
    text: [...text].map((sign) => (sign < "\t" ? `%${sign.charCodeAt(0) + 1}` : sign)).join(""),
    isLegal: ((bytes[start + 5] ?? 0) & 4) !== 0,
  };
  return { level, end };
}

function readLists(bytes: Uint8Array): Map<string, CountedList> {
  const lists = new Map<string, CountedList>();
  if (bytes.length < 4) return lists;
  const view = viewOf(bytes);
  const count = Math.min(view.getUint32(0, true), Math.floor((bytes.length - 4) / LIST_BYTES));
  let at = 4 + count * LIST_BYTES;
  for (let index = 0; index < count; index++) {
    const start = 4 + index * LIST_BYTES;
    const startOverrides = new Map<number, number>();
    const levelOverrides = new Map<number, ListLevel>();
    const shapeId = String(view.getInt32(start, true));
    lists.set(String(index + 1), { shapeId, startOverrides, levelOverrides });
    at += 4;
    for (let override = 0; override < (bytes[start + 12] ?? 0) && at + 8 <= bytes.length; override++) {
      const flags = view.getUint32(at + 4, true);
      const number = flags & 0xf;
      if ((flags & 0x10) !== 0) startOverrides.set(number, view.getInt32(at, true));
      at += 8;
      const found = (flags & 0x20) === 0 ? null : readLevel(bytes, at);
      if (found === null) continue;
      levelOverrides.set(number, found.level);
      if ((flags & 0x10) !== 0) startOverrides.set(number, found.level.start);
      at = found.end;
    }
  }
  return lists;
}
