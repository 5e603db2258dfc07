import { deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: string | Uint8Array;
  /** The content is already deflated, and its size is not what the archive says. */
  isDeflated?: boolean;
  flags?: number;
}

/** An archive for tests. Checksums are zero: no reader here looks at them. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array {
  const local: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = typeof entry.content === "string" ? Buffer.from(entry.content) : entry.content;
    const packed = entry.isDeflated === true ? content : deflateRawSync(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(entry.flags ?? 0, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    local.push(Buffer.from("PK\u0003\u0004"), header, name, packed);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), header, end, name);
    offset += 30 + name.length + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directoryBytes, Buffer.from("PK\u0005\u0006"), end]);
}
