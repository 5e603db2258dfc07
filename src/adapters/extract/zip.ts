import { inflateRawSync } from "node:zlib";
import { corrupt, encrypted, tooLarge } from "./read-failure.ts";

/** An archive whose directory has been read. Nothing is unpacked until it is asked for. */
export interface Zip {
  readonly names: readonly string[];
  has(name: string): boolean;
  /**
   * The bytes of an entry. What the archive says about sizes is not believed: inflating stops at the budget that
   * all entries share, and at a ratio that no document reaches.
   */
  read(name: string): Uint8Array;
}

interface Entry {
  method: number;
  isEncrypted: boolean;
  compressedBytes: number;
  headerOffset: number;
}

const MAX_ENTRIES = 20_000;
const MAX_RATIO = 250;
/** Entries up to this size may be of any ratio. */
const FREE_BYTES = 8 * 1024 * 1024;

/** Reads the directory at the end of an archive. */
export function openZip(bytes: Uint8Array, inflatedBytes: number): Zip {
  const entries = readDirectory(bytes);
  let budget = inflatedBytes;
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw corrupt("an archive: a part is missing");
      if (entry.isEncrypted) throw encrypted("archive");
      const unpacked = unpack(bytes, entry, budget);
      budget -= unpacked.length;
      return unpacked;
    },
  };
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
const NOT_HERE = 0xffffffff;

function readDirectory(bytes: Uint8Array): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, Entry>();
  let offset = directoryOffset(view);
  while (offset + 46 <= view.byteLength && view.getUint32(offset, true) === ENTRY_SIGNATURE) {
    const nameBytes = view.getUint16(offset + 28, true);
    const extraBytes = view.getUint16(offset + 30, true);
    const commentBytes = view.getUint16(offset + 32, true);
    const nameEnd = offset + 46 + nameBytes;
    if (nameEnd + extraBytes > view.byteLength) break;
    const name = Buffer.from(bytes.subarray(offset + 46, nameEnd)).toString("utf8");
    entries.set(name.replaceAll("\\", "/"), readEntry(view, offset, nameEnd, extraBytes));
    if (entries.size > MAX_ENTRIES) throw tooLarge(`its archive holds more than ${MAX_ENTRIES} entries`);
    offset = nameEnd + extraBytes + commentBytes;
  }
  if (entries.size === 0) throw corrupt("an archive: there is nothing in it");
  return entries;
}

function directoryOffset(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let end = view.byteLength - END_BYTES; end >= lowest; end--) {
    if (view.getUint32(end, true) !== END_SIGNATURE) continue;
    const offset = view.getUint32(end + 16, true);
    const sizeBytes = view.getUint32(end + 12, true);
    if (offset === NOT_HERE || sizeBytes === NOT_HERE) return zip64DirectoryOffset(view, end);
    // Bytes in front of the archive shift everything; the directory still lies directly before its end.
    const before = end - sizeBytes;
    const isBefore = before >= 0 && before + 4 <= end && view.getUint32(before, true) === ENTRY_SIGNATURE;
    return isBefore && offset !== before && !isEntryAt(view, offset) ? before : offset;
  }
  throw corrupt("an archive: its end is missing");
}

function isEntryAt(view: DataView, offset: number): boolean {
  return offset + 4 <= view.byteLength && view.getUint32(offset, true) === ENTRY_SIGNATURE;
}

function zip64DirectoryOffset(view: DataView, end: number): number {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== ZIP64_LOCATOR_SIGNATURE) throw corrupt("an archive");
  const zip64End = Number(view.getBigUint64(locator + 8, true));
  if (zip64End + 56 > view.byteLength || view.getUint32(zip64End, true) !== ZIP64_END_SIGNATURE) {
    throw corrupt("an archive");
  }
  return Number(view.getBigUint64(zip64End + 48, true));
}

function readEntry(view: DataView, offset: number, extraStart: number, extraBytes: number): Entry {
  const entry: Entry = {
    method: view.getUint16(offset + 10, true),
    isEncrypted: (view.getUint16(offset + 8, true) & 1) === 1,
    compressedBytes: view.getUint32(offset + 20, true),
    headerOffset: view.getUint32(offset + 42, true),
  };
  const plainBytes = view.getUint32(offset + 24, true);
  for (let at = extraStart; at + 4 <= extraStart + extraBytes; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    // The 64-bit field holds only those values that did not fit, in this order.
    let value = at + 4;
    const end = Math.min(value + view.getUint16(at + 2, true), extraStart + extraBytes);
    if (plainBytes === NOT_HERE) value += 8;
    if (entry.compressedBytes === NOT_HERE && value + 8 <= end) {
      entry.compressedBytes = Number(view.getBigUint64(value, true));
      value += 8;
    }
    if (entry.headerOffset === NOT_HERE && value + 8 <= end) {
      entry.headerOffset = Number(view.getBigUint64(value, true));
    }
  }
  return entry;
}

function unpack(bytes: Uint8Array, entry: Entry, budget: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = entry.headerOffset;
  if (header + 30 > bytes.length || view.getUint32(header, true) !== LOCAL_SIGNATURE) {
    throw corrupt("an archive: a part is not where it should be");
  }
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const packed = bytes.subarray(start, start + entry.compressedBytes);
  const limit = Math.min(budget, Math.max(FREE_BYTES, packed.length * MAX_RATIO));
  if (entry.method === 0) {
    if (packed.length > limit) throw tooLarge("its archive unpacks to too many bytes");
    return packed;
  }
  if (entry.method !== 8) throw corrupt("an archive: it is packed in an unknown way");
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if (isErrorWithCode(error, "ERR_BUFFER_TOO_LARGE")) {
      throw tooLarge("its archive unpacks to too many bytes");
    }
    throw corrupt("an archive: a part cannot be unpacked", error);
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
