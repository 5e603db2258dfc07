import { corrupt } from "./read-failure.ts";

/** The streams at the top of an OLE container. Nothing is copied until it is asked for. */
interface OleStreams {
  readonly names: readonly string[];
  /** The bytes of a stream, as many of them as are sound; null where there is no such stream. */
  read(name: string): Uint8Array | null;
}

interface Entry {
  name: string;
  isStream: boolean;
  left: number;
  right: number;
  child: number;
  start: number;
  sizeBytes: number;
}

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const HEADER_FAT_SECTORS = 109;
const MAX_SECTOR = 0xfffffffa;
const NOTHING = 0xffffffff;

/** Reads the allocation tables and the directory. What they say of sizes and chains is never believed. */
export function openOle(bytes: Uint8Array): OleStreams {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES) throw corrupt("an OLE container");
  const sectorBytes = view.getUint16(30, true) === 12 ? 4096 : 512;
  const miniSectorBytes = 64;
  const sectorAt = (index: number) => bytes.subarray((index + 1) * sectorBytes, (index + 2) * sectorBytes);
  const fat = readFat(view, sectorBytes, sectorAt);
  const readChain = (start: number) => follow(start, fat, sectorAt);

  const entries = readEntries(readChain(view.getUint32(48, true)));
  const root = entries[0];
  if (root === undefined) throw corrupt("an OLE container: its directory is missing");
  const top = namesBelow(root, entries);
  const cutoffBytes = view.getUint32(56, true);
  let mini: { fat: Uint32Array; bytes: Uint8Array } | null = null;

  function readMiniChain(start: number): Uint8Array {
    mini ??= {
      fat: toNumbers(readChain(view.getUint32(60, true))),
      bytes: readChain(root?.start ?? NOTHING),
    };
    const { bytes: miniBytes } = mini;
    return follow(start, mini.fat, (index) =>
      miniBytes.subarray(index * miniSectorBytes, (index + 1) * miniSectorBytes),
    );
  }

  return {
    names: [...top.keys()],
    read(name) {
      const entry = top.get(name) ?? entries.find((each) => each.isStream && each.name === name);
      if (entry === undefined) return null;
      const isMini = entry.sizeBytes < cutoffBytes;
      return (isMini ? readMiniChain(entry.start) : readChain(entry.start)).subarray(0, entry.sizeBytes);
    },
  };
}

function readFat(view: DataView, sectorBytes: number, sectorAt: (index: number) => Uint8Array): Uint32Array {
  const sectors: number[] = [];
  for (let slot = 0; slot < HEADER_FAT_SECTORS; slot++) sectors.push(view.getUint32(76 + slot * 4, true));
  const seen = new Set<number>();
  for (let next = view.getUint32(68, true); next < MAX_SECTOR && !seen.has(next); ) {
    seen.add(next);
    const more = toNumbers(sectorAt(next));
    if (more.length < sectorBytes / 4) break;
    sectors.push(...more.subarray(0, -1));
    next = more.at(-1) ?? NOTHING;
  }
  const parts = [...new Set(sectors)].filter((index) => index < MAX_SECTOR).map(sectorAt);
  return toNumbers(Buffer.concat(parts));
}

/** The bytes along a chain, which ends where the chain does, turns back on itself or leaves the file. */
function follow(start: number, fat: Uint32Array, sectorAt: (index: number) => Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const seen = new Set<number>();
  for (let index = start; index < MAX_SECTOR && !seen.has(index); index = fat[index] ?? NOTHING) {
    seen.add(index);
    const sector = sectorAt(index);
    if (sector.length === 0) break;
    parts.push(sector);
  }
  return Buffer.concat(parts);
}

function toNumbers(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4, true));
}

function readEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, Math.max(2, view.getUint16(at + 64, true)));
    entries.push({
      name: Buffer.from(bytes.subarray(at, at + nameBytes - 2)).toString("utf16le"),
      isStream: view.getUint8(at + 66) === 2,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      sizeBytes: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** The streams directly below an entry: embedded documents have streams of the same names further down. */
function namesBelow(parent: Entry, entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  const seen = new Set<number>();
  const waiting = [parent.child];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    if (entry.isStream) found.set(entry.name, entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}
