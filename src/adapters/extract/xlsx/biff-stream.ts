import { openOle } from "../ole-streams.ts";
import { corrupt, encrypted } from "../read-failure.ts";

/** The stream of an Excel 97-2003 workbook, made safe to parse. */
interface BiffStream {
  bytes: Uint8Array;
  /** The texts of boxes and comments, which lie outside the cells. */
  boxes: string[];
}

const HEADER_BYTES = 4;
/** What a workbook without a container begins with. */
const FIRST_BYTE = 9;
const FILE_PASSWORD = 0x002f;
const CONTINUE = 0x003c;
const TEXT_BOX = 0x01b6;
/** A record that holds nothing. */
const EMPTY = 0x0161;
/** Records that are nothing but formulas: names, shared formulas, arrays, conditions, rules. */
const FORMULAS = new Set([0x18, 0x218, 0x23, 0x223, 0x21, 0x221, 0x4bc, 0x36, 0x236, 0x1b1, 0x1be]);
/** Cells with a formula, by where the length of the formula stands behind the result. */
const FORMULA_CELLS: ReadonlyMap<number, number> = new Map([
  [0x0006, 20],
  [0x0206, 16],
  [0x0406, 16],
]);

/**
 * Takes the stream out of its container and empties all formulas in it: their results are cells of their own, and a
 * formula that is damaged can keep a parser busy for ever. Nothing is moved, since records refer to each other's places.
 */
export function readBiffStream(file: Uint8Array): BiffStream {
  const bytes = Buffer.from(file[0] === FIRST_BYTE ? file : streamIn(file));
  const boxes: string[] = [];
  let boxLength = 0;
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const type = bytes.readUInt16LE(at);
    const start = at + HEADER_BYTES;
    const end = Math.min(bytes.length, start + bytes.readUInt16LE(at + 2));
    const lengthAt = start + (FORMULA_CELLS.get(type) ?? Number.POSITIVE_INFINITY);
    if (type === FILE_PASSWORD) throw encrypted("Excel workbook");
    if (FORMULAS.has(type)) bytes.writeUInt16LE(EMPTY, at);
    else if (lengthAt + 2 <= end) bytes.writeUInt16LE(0, lengthAt);
    else if (type === CONTINUE && boxLength > 0) boxes.push(boxText(bytes.subarray(start, end), boxLength));
    boxLength = type === TEXT_BOX && start + 12 <= end ? bytes.readUInt16LE(start + 10) : 0;
    at = end;
  }
  return { bytes, boxes: boxes.filter((text) => text.trim() !== "") };
}

function streamIn(file: Uint8Array): Uint8Array {
  const ole = openOle(file);
  const stream = ole.read("Workbook") ?? ole.read("Book");
  if (stream === null) throw corrupt("an Excel 97-2003 workbook: its sheets are missing");
  return stream;
}

/** A text begins with a byte that says whether its letters have two bytes or one. */
function boxText(bytes: Buffer, length: number): string {
  const isWide = bytes[0] === 1;
  const letters = bytes.subarray(1, 1 + (isWide ? length * 2 : length));
  return letters.toString(isWide ? "utf16le" : "latin1");
}
