import { type RelatedParts, readSidePart, relatedPartsOf } from "./office-parts.ts";
import { ReadFailure } from "./read-failure.ts";
import type { Zip } from "./zip.ts";

const MAX_PICTURES = 100;

/**
 * Reads the words of drawn pictures (EMF), which is how charts and sheets of other programs are shown. A picture that
 * several parts share is read with the first of them.
 */
export function openPictureTexts(zip: Zip): (related: RelatedParts) => string[] {
  const seen = new Set<string>();
  return (related) => {
    // Older versions of Office point to a drawing that points to the pictures.
    const drawings = related.paths("vmlDrawing").map((path) => relatedPartsOf(zip, path));
    const texts: string[] = [];
    for (const path of [related, ...drawings].flatMap((part) => part.paths("image"))) {
      if (!path.toLowerCase().endsWith(".emf") || seen.has(path) || seen.size >= MAX_PICTURES) continue;
      seen.add(path);
      texts.push(...readPicture(zip, path).map(readEmfText));
    }
    return texts.filter((text) => text !== "");
  };
}

/** A picture that unpacks to too much is no reason to refuse the document around it. */
function readPicture(zip: Zip, path: string): Uint8Array[] {
  try {
    return readSidePart(zip, path);
  } catch (error) {
    if (error instanceof ReadFailure && error.reason === "too-large") return [];
    throw error;
  }
}

const HEADER = 1;
const TEXT_WIDE = 84;
const TEXT_SMALL = 108;
const SET_TRANSFORM = 35;
const CHANGE_TRANSFORM = 36;
const GLYPHS_NOT_LETTERS = 0x10;
const NO_RECTANGLE = 0x100;
const ONE_BYTE_LETTERS = 0x200;

/** Letters that were drawn at a place, and where they end. */
interface DrawnText {
  text: string;
  x: number;
  y: number;
  endX: number;
}

/** The text that an EMF picture draws, what stands side by side in one line. */
export function readEmfText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 88 || view.getUint32(0, true) !== HEADER) return "";
  const drawn: DrawnText[] = [];
  let origin = { x: 0, y: 0, scale: 1 };
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = view.getUint32(at, true);
    const sizeBytes = view.getUint32(at + 4, true);
    if (sizeBytes < 8) break;
    const record = new DataView(bytes.buffer, bytes.byteOffset + at, Math.min(sizeBytes, bytes.length - at));
    if (type === SET_TRANSFORM || type === CHANGE_TRANSFORM) origin = originOf(record);
    const text = type === TEXT_WIDE ? wideText(record) : type === TEXT_SMALL ? smallText(record) : null;
    if (text !== null && text.text.trim() !== "") drawn.push(moved(text, origin));
    at += sizeBytes;
  }
  return joinLines(drawn);
}

function originOf(record: DataView): { x: number; y: number; scale: number } {
  if (record.byteLength < 32) return { x: 0, y: 0, scale: 1 };
  const scale = record.getFloat32(8, true);
  return {
    x: record.getFloat32(24, true),
    y: record.getFloat32(28, true),
    scale: scale === 0 ? 1 : scale,
  };
}

function moved(text: DrawnText, origin: { x: number; y: number; scale: number }): DrawnText {
  const { x, y, scale } = origin;
  return {
    text: text.text,
    x: text.x * scale + x,
    y: text.y * scale + y,
    endX: text.endX * scale + x,
  };
}

function wideText(record: DataView): DrawnText | null {
  if (record.byteLength < 76 || (record.getUint32(52, true) & GLYPHS_NOT_LETTERS) !== 0) return null;
  const count = record.getUint32(44, true);
  const start = record.getUint32(48, true);
  const widthsAt = record.getUint32(72, true);
  if (start + count * 2 > record.byteLength) return null;
  const bytes = Buffer.from(record.buffer, record.byteOffset + start, count * 2);
  const x = record.getInt32(36, true);
  let endX = x;
  for (
    let index = 0;
    index < count && widthsAt + index * 4 + 4 <= record.byteLength && widthsAt > 0;
    index++
  ) {
    endX += record.getUint32(widthsAt + index * 4, true);
  }
  return { text: bytes.toString("utf16le"), x, y: record.getInt32(40, true), endX };
}

function smallText(record: DataView): DrawnText | null {
  if (record.byteLength < 36) return null;
  const count = record.getUint32(16, true);
  const options = record.getUint32(20, true);
  const start = (options & NO_RECTANGLE) !== 0 ? 36 : 52;
  const isNarrow = (options & ONE_BYTE_LETTERS) !== 0;
  const sizeBytes = isNarrow ? count : count * 2;
  if ((options & GLYPHS_NOT_LETTERS) !== 0 || start + sizeBytes > record.byteLength) return null;
  const bytes = Buffer.from(record.buffer, record.byteOffset + start, sizeBytes);
  const x = record.getInt32(8, true);
  return { text: bytes.toString(isNarrow ? "latin1" : "utf16le"), x, y: record.getInt32(12, true), endX: x };
}

function joinLines(drawn: readonly DrawnText[]): string {
  let text = "";
  let before: DrawnText | null = null;
  for (const each of drawn) {
    if (before !== null) {
      const letterWidth = Math.max(1, (before.endX - before.x) / Math.max(1, before.text.length));
      const isSameLine = Math.abs(each.y - before.y) < letterWidth && each.x > before.x;
      const isSameWord = isSameLine && before.endX > before.x && each.x - before.endX < letterWidth / 4;
      if (!isSameWord) text += isSameLine ? " " : "\n";
    }
    text += each.text;
    before = each;
  }
  return text;
}
