import iconv from "iconv-lite";
import { openOle } from "../ole-streams.ts";
import { corrupt, encrypted, tooLarge } from "../read-failure.ts";

/** A Word 97-2003 file: all its text in one string, and the tables that say what stands where. */
export interface WordFile {
  /** The text of the body and of all that belongs to it, one after the other. */
  text: string;
  /** Where in the text each story begins and ends. */
  stories: Readonly<Record<Story, { start: number; end: number }>>;
  /** Where in the stream the character at a position of the text lies; formats are told by that. */
  offsetOf(position: number): number;
  stream: Uint8Array;
  /** One of the file's tables, by its number in the file's header; empty where it has none. */
  table(number: number): Uint8Array;
  /** The same, and everything behind it: some tables go on where their length ends. */
  tableAndRest(number: number): Uint8Array;
}

export type Story =
  | "body"
  | "footnotes"
  | "headers"
  | "macros"
  | "comments"
  | "endnotes"
  | "boxes"
  | "headerBoxes";

const STORIES: readonly Story[] = [
  "body",
  "footnotes",
  "headers",
  "macros",
  "comments",
  "endnotes",
  "boxes",
  "headerBoxes",
];

interface Piece {
  start: number;
  end: number;
  offset: number;
  bytesPerCharacter: 1 | 2;
}

const LABEL = "a Word 97-2003 document";
const MAGIC = [0xa5ec, 0xa5dc];
/** Files below this version are of Word 6 or 95: one byte for each character, another header. */
const WORD_97 = 0x00c0;
const PIECES = 33;

/** Opens the container and puts the pieces of the text together. */
export function openWordFile(bytes: Uint8Array, maxCharacters: number): WordFile {
  const ole = openOle(bytes);
  const stream = ole.read("WordDocument");
  if (stream === null || stream.length < 0x80) throw corrupt(`${LABEL}: its text is missing`);
  const view = viewOf(stream);
  if (!MAGIC.includes(view.getUint16(0, true))) throw corrupt(LABEL);
  const flags = view.getUint16(0x0a, true);
  if ((flags & 0x0100) !== 0) throw encrypted("Word document");
  const isOld = view.getUint16(2, true) < WORD_97;
  const tables = isOld ? null : ole.read((flags & 0x0200) === 0 ? "0Table" : "1Table");

  const rangeOf = (number: number) => {
    const at = 0x9a + number * 8;
    if (tables === null || at + 8 > stream.length) return null;
    return { start: view.getUint32(at, true), sizeBytes: view.getUint32(at + 4, true) };
  };
  const table = (number: number) => {
    const range = rangeOf(number);
    return range === null || tables === null
      ? new Uint8Array()
      : tables.subarray(range.start, range.start + range.sizeBytes);
  };
  const lengths = STORIES.map((_, index) => countAt(view, (isOld ? 0x34 : 0x4c) + index * 4));
  const wanted = lengths.reduce((sum, length) => sum + length, 0);
  const pieces = isOld ? oldPieces(view, wanted) : readPieces(table(PIECES));
  const text = joinPieces({ pieces, stream, maxCharacters, encoding: isOld ? encodingOf(view) : "cp1252" });
  if (text === "" && wanted > 0) throw corrupt(`${LABEL}: its text is missing`);

  return {
    text,
    stories: layOut(lengths, text.length),
    offsetOf: (position) => offsetIn(pieces, position),
    stream,
    table,
    tableAndRest: (number) => {
      const range = rangeOf(number);
      return range === null || range.sizeBytes === 0
        ? new Uint8Array()
        : (tables ?? stream).subarray(range.start);
    },
  };
}

/** A view of the same bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function countAt(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? Math.max(0, view.getInt32(at, true)) : 0;
}

function oldPieces(view: DataView, length: number): Piece[] {
  const offset = view.getUint32(0x18, true);
  return [{ start: 0, end: length, offset, bytesPerCharacter: 1 }];
}

/** The piece table, behind whatever formatting is stored in front of it. */
function readPieces(table: Uint8Array): Piece[] {
  const view = viewOf(table);
  let at = 0;
  while (at + 3 <= table.length && table[at] === 1) at += 3 + view.getUint16(at + 1, true);
  if (at + 5 > table.length || table[at] !== 2) return [];
  const sizeBytes = Math.min(view.getUint32(at + 1, true), table.length - at - 5);
  const count = Math.floor((sizeBytes - 4) / 12);
  const first = at + 5;
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index++) {
    const start = view.getUint32(first + index * 4, true);
    const end = view.getUint32(first + (index + 1) * 4, true);
    const place = view.getUint32(first + (count + 1) * 4 + index * 8 + 2, true);
    const isCompressed = (place & 0x40000000) !== 0;
    const offset = place & 0x3fffffff;
    if (start !== (pieces.at(-1)?.end ?? 0) || end <= start) continue;
    pieces.push({
      start,
      end,
      offset: isCompressed ? offset >> 1 : offset,
      bytesPerCharacter: isCompressed ? 1 : 2,
    });
  }
  return pieces;
}

interface PiecesOfText {
  pieces: readonly Piece[];
  stream: Uint8Array;
  maxCharacters: number;
  encoding: string;
}

/** The text of all pieces. A piece that leaves the file is filled up, so that positions stay right. */
function joinPieces({ pieces, stream, maxCharacters, encoding }: PiecesOfText): string {
  const parts: string[] = [];
  let length = 0;
  for (const { start, end, offset, bytesPerCharacter } of pieces) {
    const raw = Buffer.from(stream.subarray(offset, offset + (end - start) * bytesPerCharacter));
    const text = bytesPerCharacter === 2 ? raw.toString("utf16le") : iconv.decode(raw, encoding);
    if (text.length === 0) break;
    length += end - start;
    if (length > maxCharacters) throw tooLarge(`it holds more than ${maxCharacters} characters`);
    parts.push(text.slice(0, end - start).padEnd(end - start, "\u0000"));
  }
  return parts.join("");
}

/** Old files say by their language which code page they are in. Those with two bytes for a character would shift it all. */
const ENCODINGS: Readonly<Record<number, string>> = {
  1: "cp1256",
  2: "cp1251",
  5: "cp1250",
  8: "cp1253",
  13: "cp1255",
  14: "cp1250",
  21: "cp1250",
  25: "cp1251",
  27: "cp1250",
  31: "cp1254",
  34: "cp1251",
  36: "cp1250",
};

function encodingOf(view: DataView): string {
  return ENCODINGS[view.getUint16(6, true) & 0x3ff] ?? "cp1252";
}

function layOut(lengths: readonly number[], total: number): WordFile["stories"] {
  let end = 0;
  const ranges = STORIES.map((story, index) => {
    const start = end;
    end = Math.min(total, start + (lengths[index] ?? 0));
    return [story, { start, end }] as const;
  });
  // Every story is in the list, so every key is there.
  return Object.fromEntries(ranges) as WordFile["stories"];
}

function offsetIn(pieces: readonly Piece[], position: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  return piece === undefined ? 0 : piece.offset + (position - piece.start) * piece.bytesPerCharacter;
}
