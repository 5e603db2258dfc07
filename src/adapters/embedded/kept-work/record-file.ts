import { type FileHandle, open } from "node:fs/promises";
import { crc32 } from "node:zlib";

/** One entry of a file that only grows: what kind it is, and its bytes. */
interface FileRecord {
  kind: number;
  payload: Buffer;
}

/** The kind, the length and the checksum stand before the bytes. */
const HEAD_BYTES = 12;
/** A length beyond this is damage, not a record. */
const LONGEST_BYTES = 256 * 1024 * 1024;

/** The bytes of a record. */
export function packRecord(kind: number, parts: readonly Uint8Array[]): Buffer {
  const payload = Buffer.concat(parts);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(kind, 0);
  head.writeUInt32LE(payload.length, 4);
  head.writeUInt32LE(crc32(payload), 8);
  return Buffer.concat([head, payload]);
}

/**
 * The records of a file, up to the first one that is not whole. What stands behind that was never finished: it is cut
 * off, so that what is added next can be read.
 */
export async function* readRecords(path: string, signal: AbortSignal): AsyncGenerator<FileRecord> {
  await using file = await open(path, "r+");
  let position = 0;
  for (;;) {
    signal.throwIfAborted();
    const record = await readRecord(file, position);
    if (record === null) break;
    position += HEAD_BYTES + record.payload.length;
    yield record;
  }
  await file.truncate(position);
}

async function readRecord(file: FileHandle, position: number): Promise<FileRecord | null> {
  const head = await readExactly(file, position, HEAD_BYTES);
  if (head === null) return null;
  const length = head.readUInt32LE(4);
  const payload = length > LONGEST_BYTES ? null : await readExactly(file, position + HEAD_BYTES, length);
  if (payload === null || crc32(payload) !== head.readUInt32LE(8)) return null;
  return { kind: head.readUInt32LE(0), payload };
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) return null;
    done += bytesRead;
  }
  return bytes;
}
