import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AppError } from "../../../domain/errors.ts";
import { type ArchiveEntry, entriesOf, nameOfRemoved } from "./archive-entries.ts";
import { digestOf, piecesOf, writeAll, zeros } from "./file-pieces.ts";
import { END_BYTES, HEADER_BYTES, packHeader, paddedBytes } from "./tar-header.ts";

/** An entry that is in the archive. */
export interface WrittenEntry {
  name: string;
  sizeBytes: number;
  sha256: string;
  modifiedAtSeconds: number;
}

/** An archive that is being written. */
export interface ArchiveWriter {
  /** What is in it, by name: also what an earlier attempt has put there whole. */
  readonly entries: ReadonlyMap<string, WrittenEntry>;
  /** Adds an entry; where its bytes cannot be had, nothing is added. */
  add(entry: NewEntry): Promise<WrittenEntry>;
  /** Wipes the bytes of an entry that no longer counts, and takes its name away. */
  blank(name: string, signal: AbortSignal): Promise<void>;
  /** Removes everything. */
  restart(): Promise<void>;
  /** Writes the end, and waits until all is on the disk. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Something to be added. */
interface NewEntry {
  name: string;
  modifiedAtSeconds: number;
  bytes: AsyncIterable<Uint8Array>;
}

interface PlacedEntry extends WrittenEntry {
  at: number;
}

/**
 * Opens an archive to be written, or to be gone on with: the files that are in it whole stay, what follows them goes.
 * The header of an entry is written after its bytes, so that half an entry is none.
 */
export async function openArchiveWriter(path: string, signal: AbortSignal): Promise<ArchiveWriter> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDWR | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
  try {
    await handle.chmod(0o600);
    const { found, end } = await findWhole({ path, handle, sizeBytes: (await handle.stat()).size }, signal);
    await handle.truncate(end);
    return writerOn(handle, found, end);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function writerOn(handle: FileHandle, found: readonly PlacedEntry[], end: number): ArchiveWriter {
  const entries = new Map(found.map((entry) => [entry.name, entry]));
  let position = end;
  let blanked = 0;

  return {
    entries,
    async add({ name, modifiedAtSeconds, bytes }) {
      const at = position;
      let next = at + HEADER_BYTES;
      const digest = await digestOf(bytes, async (piece) => {
        await writeAll(handle, piece, next);
        next += piece.length;
      });
      const padding = paddedBytes(digest.sizeBytes) - digest.sizeBytes;
      if (padding > 0) await writeAll(handle, new Uint8Array(padding), next);
      const entry = { name, modifiedAtSeconds: Math.floor(modifiedAtSeconds), ...digest, at };
      await writeAll(handle, packHeader(entry), at);
      position = next + padding;
      entries.set(name, entry);
      return entry;
    },
    async blank(name, signal) {
      const entry = entries.get(name);
      if (entry === undefined) return;
      let next = entry.at + HEADER_BYTES;
      const { sha256 } = await digestOf(zeros(entry.sizeBytes, signal), async (piece) => {
        await writeAll(handle, piece, next);
        next += piece.length;
      });
      while (entries.has(nameOfRemoved(blanked))) blanked += 1;
      const wiped = { ...entry, name: nameOfRemoved(blanked), sha256, modifiedAtSeconds: 0 };
      await writeAll(handle, packHeader(wiped), entry.at);
      entries.delete(name);
      entries.set(wiped.name, wiped);
    },
    async restart() {
      await handle.truncate(0);
      entries.clear();
      position = 0;
    },
    async end() {
      await writeAll(handle, new Uint8Array(END_BYTES), position);
      await handle.truncate(position + END_BYTES);
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

/** The files at the beginning of an archive that are there whole, and where they end. */
async function findWhole(
  archive: { path: string; handle: FileHandle; sizeBytes: number },
  signal: AbortSignal,
): Promise<{ found: PlacedEntry[]; end: number }> {
  const found: PlacedEntry[] = [];
  let end = 0;
  try {
    for await (const entry of entriesOf(archive)) {
      signal.throwIfAborted();
      // Everything else belongs to one moment, and is made anew.
      if (entry.kind !== "file" && entry.kind !== "removed") break;
      if (!(await isIntact(archive.handle, entry, signal))) break;
      const { name, sizeBytes, sha256, modifiedAtSeconds, at } = entry;
      found.push({ name, sizeBytes, sha256, modifiedAtSeconds, at });
      end = entry.end;
    }
  } catch (error) {
    signal.throwIfAborted();
    // Where an attempt was broken off there is no header: this is where it goes on.
    if (!(error instanceof AppError)) throw error;
  }
  return { found, end };
}

async function isIntact(
  handle: FileHandle,
  { start, sizeBytes, sha256 }: ArchiveEntry,
  signal: AbortSignal,
): Promise<boolean> {
  return (await digestOf(piecesOf({ handle, start, sizeBytes }, signal))).sha256 === sha256;
}
