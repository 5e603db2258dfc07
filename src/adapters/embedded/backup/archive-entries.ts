import type { FileHandle } from "node:fs/promises";
import { idSchema } from "../../../domain/id.ts";
import { damagedArchive } from "./archive-failure.ts";
import { END_BYTES, HEADER_BYTES, paddedBytes, shown, type TarHeader, unpackHeader } from "./tar-header.ts";

/** An open archive. */
export interface OpenArchive {
  path: string;
  handle: FileHandle;
  sizeBytes: number;
}

/** An entry, and where its bytes are. */
export interface ArchiveEntry extends TarHeader {
  kind: EntryKind;
  /** Where its header begins, where its bytes do, and where the next header is. */
  at: number;
  start: number;
  end: number;
}

/**
 * What an entry holds: the bytes of a file, the database, a log, the list of all that counts. The bytes of a `removed`
 * one were wiped, because its file had been removed before the backup was done.
 */
type EntryKind = "file" | "removed" | "database" | "log" | "manifest";

export const DATABASE_NAME = "carrel.db";
export const MANIFEST_NAME = "manifest.jsonl";
const FILES = "files/";
const REMOVED = "removed/";
const LOG_NAME = /^audit[\w.-]{0,60}\.jsonl$/;

/** The name of a file's entry. */
export function nameOfFile(fileId: string): string {
  return `${FILES}${fileId}`;
}

/** The id in the name of a file's entry; null where it is another's. */
export function fileIdIn(name: string): string | null {
  return name.startsWith(FILES) ? name.slice(FILES.length) : null;
}

/** The name of the entry that was the archive's nth and no longer counts. */
export function nameOfRemoved(number: number): string {
  return `${REMOVED}${number}`;
}

/** Whether an entry of this name counts for nothing. */
export function isRemovedName(name: string): boolean {
  return name.startsWith(REMOVED);
}

/** Whether a file of a data folder is a log that goes into the archive. */
export function isLogName(name: string): boolean {
  return LOG_NAME.test(name);
}

/** The entries of an archive one after the other, by their headers. Rejects where it is not one of ours, whole to the last byte. */
export async function* entriesOf(archive: OpenArchive): AsyncGenerator<ArchiveEntry> {
  const names = new Set<string>();
  let last: EntryKind | null = null;
  for (let at = 0; ; ) {
    const blocks = await readBlocks(archive, at);
    if (blocks.length < END_BYTES) throw damagedArchive(archive.path, "it is cut off");
    if (blocks.subarray(0, END_BYTES).every((byte) => byte === 0)) {
      if (last !== "manifest") throw damagedArchive(archive.path, "it was not written to its end");
      if (at + END_BYTES !== archive.sizeBytes)
        throw damagedArchive(archive.path, "something follows its end");
      return;
    }
    if (last === "manifest") throw damagedArchive(archive.path, "something follows its list of contents");
    if (blocks.length < HEADER_BYTES) throw damagedArchive(archive.path, "it is cut off");
    const header = unpackHeader(blocks);
    if (typeof header === "string") throw damagedArchive(archive.path, header);
    const kind = kindOf(header.name);
    if (kind === null)
      throw damagedArchive(archive.path, `it holds ${shown(header.name)}, which no backup does`);
    if (names.has(header.name)) throw damagedArchive(archive.path, `it holds ${shown(header.name)} twice`);
    names.add(header.name);
    const start = at + HEADER_BYTES;
    const end = start + paddedBytes(header.sizeBytes);
    if (end > archive.sizeBytes) throw damagedArchive(archive.path, "it is cut off");
    yield { ...header, kind, at, start, end };
    last = kind;
    at = end;
  }
}

async function readBlocks({ handle }: OpenArchive, at: number): Promise<Buffer> {
  const blocks = Buffer.alloc(HEADER_BYTES);
  let length = 0;
  for (let bytesRead = -1; bytesRead !== 0 && length < HEADER_BYTES; length += bytesRead) {
    ({ bytesRead } = await handle.read(blocks, length, HEADER_BYTES - length, at + length));
  }
  return blocks.subarray(0, length);
}

function kindOf(name: string): EntryKind | null {
  if (name === DATABASE_NAME) return "database";
  if (name === MANIFEST_NAME) return "manifest";
  if (isLogName(name)) return "log";
  const fileId = fileIdIn(name);
  if (fileId !== null) return idSchema.safeParse(fileId).success ? "file" : null;
  return /^removed\/\d{1,9}$/.test(name) ? "removed" : null;
}
