import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { BackupContents } from "../../../ports/backup-archives.ts";
import { newerDatabase } from "../storage/records/database.ts";
import { MIGRATIONS } from "../storage/records/migrations.ts";
import { type ArchiveEntry, DATABASE_NAME, entriesOf, type OpenArchive } from "./archive-entries.ts";
import { archiveFailure, damagedArchive } from "./archive-failure.ts";
import { digestOf, piecesOf } from "./file-pieces.ts";
import { FORMAT, openManifestReader } from "./manifest.ts";
import { shown } from "./tar-header.ts";

/** Takes what an archive holds, entry by entry. Nothing counts before the whole archive was read. */
interface EntryTaker {
  take(entry: ArchiveEntry, pieces: AsyncIterable<Uint8Array>): Promise<void>;
}

interface Reading {
  onRead(doneBytes: number, totalBytes: number): void;
  signal: AbortSignal;
}

const NOTHING_CHANGED = "Nothing was changed";

/** Reads a whole archive, compares every byte with its checksums and its list, and gives each entry to the taker. */
export async function readArchive(
  path: string,
  taker: EntryTaker | null,
  { onRead, signal }: Reading,
): Promise<BackupContents> {
  return withArchive(path, async (archive) => {
    const manifest = openManifestReader();
    const found = new Map<string, ArchiveEntry>();
    let checksum = "";
    for await (const entry of entriesOf(archive)) {
      onRead(entry.at, archive.sizeBytes);
      const { name, kind, sha256 } = entry;
      if (kind === "manifest") checksum = sha256;
      else if (kind !== "removed") found.set(name, entry);
      const use = kind === "manifest" ? manifest.add : undefined;
      await expectSum(archive, entry, {
        taker: kind === "manifest" || kind === "removed" ? null : taker,
        use,
        signal,
      });
    }
    onRead(archive.sizeBytes, archive.sizeBytes);
    const contents = manifest.end();
    if (contents === null) throw damagedArchive(path, "its list of contents cannot be understood");
    const { head, listed } = contents;
    if (head.carrelBackup > FORMAT) throw damagedArchive(path, "it was written by a newer version of Carrel");
    if (head.schema > MIGRATIONS.length) throw newerDatabase(head.schema, MIGRATIONS.length);
    expectListed(path, found, listed);
    const { sessions, files, documents, takenAt, damaged } = head;
    return { sessions, files, documents, takenAt, damaged, checksum, sizeBytes: archive.sizeBytes };
  });
}

/** The checksum of a whole archive as it says it is: for comparing archives, not for trusting one. */
export async function checksumOfArchive(path: string): Promise<{ checksum: string; sizeBytes: number }> {
  return withArchive(path, async (archive) => {
    let checksum = "";
    for await (const { kind, sha256 } of entriesOf(archive)) if (kind === "manifest") checksum = sha256;
    return { checksum, sizeBytes: archive.sizeBytes };
  });
}

async function withArchive<T>(path: string, work: (archive: OpenArchive) => Promise<T>): Promise<T> {
  try {
    const handle = await open(path, "r");
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw damagedArchive(path, "it is no file");
      return await work({ path, handle, sizeBytes: found.size });
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw archiveFailure(error, path, NOTHING_CHANGED);
  }
}

interface Taking {
  taker: EntryTaker | null;
  use: ((piece: Uint8Array) => void) | undefined;
  signal: AbortSignal;
}

async function expectSum(
  archive: OpenArchive,
  entry: ArchiveEntry,
  { taker, use, signal }: Taking,
): Promise<void> {
  const { handle, path } = archive;
  const { start, sizeBytes, sha256, name } = entry;
  const pieces = piecesOf({ handle, start, sizeBytes }, signal);
  const digest = taker === null ? (await digestOf(pieces, use)).sha256 : await takeAll(taker, entry, pieces);
  if (digest !== sha256)
    throw damagedArchive(path, `the bytes of ${shown(name)} are not those that were written`);
}

async function takeAll(
  taker: EntryTaker,
  entry: ArchiveEntry,
  pieces: AsyncIterable<Uint8Array>,
): Promise<string> {
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  }
  await taker.take(entry, hashed());
  return hash.digest("hex");
}

/** What is listed is there, and nothing else is. */
function expectListed(
  path: string,
  found: ReadonlyMap<string, ArchiveEntry>,
  listed: ReadonlyMap<string, { sizeBytes: number; sha256: string }>,
): void {
  for (const [name, { sizeBytes, sha256 }] of listed) {
    const entry = found.get(name);
    if (entry === undefined) throw damagedArchive(path, `${shown(name)} is missing`);
    if (entry.sizeBytes !== sizeBytes || entry.sha256 !== sha256) {
      throw damagedArchive(path, `${shown(name)} is not the one that is listed`);
    }
  }
  const unlisted = found.keys().find((name) => !listed.has(name));
  if (unlisted !== undefined) throw damagedArchive(path, `${shown(unlisted)} is not listed`);
  if (!found.has(DATABASE_NAME)) throw damagedArchive(path, "its database is missing");
}
