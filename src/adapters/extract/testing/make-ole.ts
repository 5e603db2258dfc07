const SECTOR_BYTES = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;
const FAT = 0xfffffffd;
/** Streams below this size live in a stream of their own, which this builder does without by filling them up. */
const MINI_CUTOFF_BYTES = 4096;

/** An OLE container with these streams at its top, each filled up with zeros to the size that needs no small sectors. */
export function makeOle(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const names = Object.keys(streams);
  const contents = Object.values(streams).map(fill);
  const directorySectors = Math.ceil((names.length + 1) / 4);
  const sectors = [FAT, ...chain(1, directorySectors)];
  const starts: number[] = [];
  for (const content of contents) {
    starts.push(sectors.length);
    sectors.push(...chain(sectors.length, content.length / SECTOR_BYTES));
  }
  if (sectors.length > SECTOR_BYTES / 4)
    throw new Error("The streams are too large for one allocation table");
  const fat = Buffer.alloc(SECTOR_BYTES, 0xff);
  for (const [index, next] of sectors.entries()) fat.writeUInt32LE(next, index * 4);
  const entries = Buffer.alloc(directorySectors * SECTOR_BYTES);
  writeEntry(entries, 0, {
    name: "Root Entry",
    type: 5,
    child: names.length > 0 ? 1 : FREE,
    start: END,
    sizeBytes: 0,
  });
  for (const [index, name] of names.entries()) {
    const right = index + 2 <= names.length ? index + 2 : FREE;
    const start = starts[index] ?? END;
    writeEntry(entries, index + 1, { name, type: 2, right, start, sizeBytes: contents[index]?.length ?? 0 });
  }
  return Buffer.concat([header(), fat, entries, ...contents]);
}

function fill(content: Uint8Array): Buffer {
  const sizeBytes = Math.max(MINI_CUTOFF_BYTES, Math.ceil(content.length / SECTOR_BYTES) * SECTOR_BYTES);
  return Buffer.concat([content, Buffer.alloc(sizeBytes - content.length)]);
}

function chain(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index + 1 === count ? END : first + index + 1));
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR_BYTES);
  bytes.write("d0cf11e0a1b11ae1", "hex");
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(MINI_CUTOFF_BYTES, 56);
  bytes.writeUInt32LE(END, 60);
  bytes.writeUInt32LE(END, 68);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

interface DirectoryEntry {
  name: string;
  type: number;
  child?: number;
  right?: number;
  start: number;
  sizeBytes: number;
}

function writeEntry(entries: Buffer, index: number, entry: DirectoryEntry): void {
  const at = index * 128;
  entries.write(entry.name, at, "utf16le");
  entries.writeUInt16LE((entry.name.length + 1) * 2, at + 64);
  entries.writeUInt8(entry.type, at + 66);
  entries.writeUInt32LE(FREE, at + 68);
  entries.writeUInt32LE(entry.right ?? FREE, at + 72);
  entries.writeUInt32LE(entry.child ?? FREE, at + 76);
  entries.writeUInt32LE(entry.start, at + 116);
  entries.writeUInt32LE(entry.sizeBytes, at + 120);
}
