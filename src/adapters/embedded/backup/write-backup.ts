import { lstat, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import type { BackupContents, BackupOrder, OnBackupProgress } from "../../../ports/backup-archives.ts";
import { type FileLock, waitForLock } from "../../data-folder/file-lock.ts";
import { isMissing } from "../../data-folder/system-code.ts";
import { isThere, syncDirectory } from "../storage/files/directory.ts";
import { placeOfFile, placesIn } from "../storage/files/file-bytes.ts";
import {
  DATABASE_NAME,
  fileIdIn,
  isLogName,
  isRemovedName,
  MANIFEST_NAME,
  nameOfFile,
} from "./archive-entries.ts";
import { archiveFailure } from "./archive-failure.ts";
import { type ArchiveWriter, openArchiveWriter } from "./archive-writer.ts";
import { piecesOf } from "./file-pieces.ts";
import { FORMAT, packManifest } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import {
  adoptAccounts,
  examineDatabase,
  forgetFiles,
  hasDatabase,
  lookInto,
  openSnapshot,
  type RecordedFile,
  recordedFiles,
  removeSnapshot,
  stillRecorded,
  takeSnapshot,
} from "./snapshot.ts";

/** What a backup is made with. */
interface BackupWorld {
  version: string;
  now(): Date;
}

/** One that is just ending has the lock for a moment. */
const LOCK_LIMIT_MS = 500;

interface Run extends BackupWorld {
  directory: string;
  accounts: string;
  writer: ArchiveWriter;
  /** Where the copy of the database is until it is in the archive. */
  snapshot: string;
  onProgress: OnBackupProgress;
  signal: AbortSignal;
}

/**
 * Writes a backup. The bytes of a file never change under its id, so they are copied first, then the database as it is
 * at one moment, then the files that had come until that moment. A file that was removed in between goes from that copy
 * of the database too: what is in the archive fits together.
 */
export async function writeBackup(
  order: BackupOrder,
  world: BackupWorld,
  { onProgress, signal }: { onProgress: OnBackupProgress; signal: AbortSignal },
): Promise<BackupContents> {
  const directory = resolve(order.directory);
  const archive = resolve(order.archive);
  const part = `${archive}.part`;
  await expectPlace(order);
  await using open = new AsyncDisposableStack();
  try {
    // First of all: where there is no library, nothing is begun.
    const before = await lookInto(directory, recordedFiles);
    const lock = await lockOf(part);
    open.defer(() => removeLock(`${part}.lock`, lock));
    const snapshot = `${part}.db`;
    open.defer(() => removeSnapshot(snapshot));
    const writer = await openArchiveWriter(part, signal);
    open.defer(() => writer.close());
    const accounts = resolve(order.accounts);
    await fill({ ...world, directory, accounts, writer, snapshot, onProgress, signal }, before);
    const contents = await readArchive(part, null, {
      onRead: (doneBytes, totalBytes) => onProgress({ stage: "verifying", doneBytes, totalBytes }),
      signal,
    });
    await expectPlace(order);
    await rename(part, archive);
    await syncDirectory(dirname(archive));
    return contents;
  } catch (error) {
    throw archiveFailure(error, archive, `What was written stays in ${part}, and is gone on with`);
  }
}

/** Takes the place of the archive while it is written; two at once would write into one another. */
async function lockOf(part: string): Promise<FileLock> {
  let lock: FileLock | null = null;
  try {
    lock = await waitForLock(`${part}.lock`, LOCK_LIMIT_MS);
  } catch (error) {
    throw notWritable(dirname(part), error);
  }
  if (lock !== null) return lock;
  throw new AppError("storage-failed", `Another backup to ${part.replace(/\.part$/, "")} is under way`, {
    details: "Let it end, or name another file",
  });
}

function notWritable(folder: string, cause?: unknown): AppError {
  return new AppError("storage-failed", `${folder} is no folder that can be written`, {
    details: "Name a file in a folder that is there and that this user may write to",
    cause,
  });
}

async function removeLock(path: string, lock: FileLock): Promise<void> {
  await rm(path, { force: true });
  lock.release();
}

/** Rejects where no archive can be put, because of what is there or will be. */
export async function expectPlace(order: BackupOrder): Promise<void> {
  const { accounts, isReplaced } = order;
  const archive = resolve(order.archive);
  if (archive.startsWith(`${resolve(accounts)}${sep}`)) {
    throw new AppError("invalid-input", `${archive} lies in the data folder itself`, {
      details:
        "A backup in there would be lost with it: name a file elsewhere, on another disk if there is one",
    });
  }
  if (!(await isThere(dirname(archive)))) throw notWritable(dirname(archive));
  const found = await lstat(archive).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw archiveFailure(error, archive, "Nothing was written");
  });
  if (found === null) return;
  if (!found.isFile())
    throw new AppError("invalid-input", `${archive} is there, and is no file`, { details: "Name a file" });
  if (isReplaced) return;
  throw new AppError("invalid-input", `${archive} is there already`, {
    details: "Name another file, or say --force to replace it once the new one is whole",
  });
}

async function fill(run: Run, before: readonly RecordedFile[]): Promise<void> {
  const { directory, writer, snapshot, version, now, signal } = run;
  const startedAt = now().toISOString();
  await dropStrangers(run, before);
  await addFiles(run, before);
  const takenAt = await copyDatabase(run, directory, snapshot);
  const database = openSnapshot(snapshot);
  try {
    await addAccounts(run, database);
    const missing = await addFiles(run, recordedFiles(database));
    const still = await lookInto(directory, (live) => stillRecorded(live, missing));
    forgetFiles(
      database,
      missing.filter((fileId) => !still.has(fileId)),
    );
    const files = recordedFiles(database);
    await wipeOthers(run, files);
    const damaged = files.filter(({ fileId, sizeBytes }) => {
      return writer.entries.get(nameOfFile(fileId))?.sizeBytes !== sizeBytes;
    });
    const contents = examineDatabase(database, signal);
    database.close();
    await addPath(run, DATABASE_NAME, snapshot);
    await addLogs(run);
    const counted = [...writer.entries.values()].filter(({ name }) => !isRemovedName(name));
    const head = {
      carrelBackup: FORMAT,
      version,
      startedAt,
      takenAt,
      ...contents,
      damaged: damaged.map(({ name }) => name),
    };
    await writer.add({
      name: MANIFEST_NAME,
      modifiedAtSeconds: now().getTime() / 1000,
      bytes: packManifest(head, counted),
    });
    await writer.end();
  } finally {
    if (database.isOpen) database.close();
  }
}

/** Copies the database of a data folder as it is at one moment, and says which one. */
async function copyDatabase(
  { now, onProgress, signal }: Run,
  directory: string,
  path: string,
): Promise<string> {
  return lookInto(directory, async (database) => {
    const takenAt = now().toISOString();
    const show = (share: number) => onProgress({ stage: "database", doneBytes: share, totalBytes: 1 });
    await takeSnapshot(database, path, { onProgress: show, signal });
    return takenAt;
  });
}

/** Where the library was brought together from other stores, what is beside it is still in the data folder. */
async function addAccounts(run: Run, database: DatabaseSync): Promise<void> {
  const { directory, accounts, snapshot } = run;
  if (accounts === directory || !(await hasDatabase(accounts))) return;
  const copy = `${snapshot}.accounts`;
  try {
    await copyDatabase(run, accounts, copy);
    adoptAccounts(database, copy);
  } finally {
    await removeSnapshot(copy);
  }
}

/** Begins anew where most of what an earlier attempt has left is of no use: of another library, or long removed. */
async function dropStrangers({ writer }: Run, files: readonly RecordedFile[]): Promise<void> {
  const known = new Set(files.map(({ fileId }) => nameOfFile(fileId)));
  let useful = 0;
  let useless = 0;
  for (const { name, sizeBytes } of writer.entries.values()) {
    if (known.has(name)) useful += sizeBytes;
    else useless += sizeBytes;
  }
  if (useless > useful) await writer.restart();
}

/** Adds the files that are not in the archive yet, and gives the ids of those whose bytes are not there. */
async function addFiles(run: Run, files: readonly RecordedFile[]): Promise<string[]> {
  const { directory, writer, onProgress, signal } = run;
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const missing: string[] = [];
  let doneBytes = 0;
  for (const { fileId, sizeBytes } of files) {
    signal.throwIfAborted();
    onProgress({ stage: "files", doneBytes, totalBytes });
    const path = placeOfFile(placesIn(directory).files, fileId);
    if (!(await addPath(run, nameOfFile(fileId), path))) missing.push(fileId);
    doneBytes += sizeBytes;
  }
  onProgress({ stage: "files", doneBytes, totalBytes });
  return missing.filter((fileId) => !writer.entries.has(nameOfFile(fileId)));
}

/** Adds a file of the disk, unless it is there already as it is, and says whether there is one. */
async function addPath({ writer, signal }: Run, name: string, path: string): Promise<boolean> {
  const handle = await open(path, "r").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const { size, mtimeMs } = await handle.stat();
    const present = writer.entries.get(name);
    const modifiedAtSeconds = Math.floor(mtimeMs / 1000);
    if (present?.sizeBytes === size && present.modifiedAtSeconds === modifiedAtSeconds) return true;
    // The same id for other bytes: a library that was moved to this folder since.
    if (present !== undefined) await writer.blank(name, signal);
    await writer.add({
      name,
      modifiedAtSeconds,
      bytes: piecesOf({ handle, start: 0, sizeBytes: size }, signal),
    });
    return true;
  } finally {
    await handle.close();
  }
}

/** Takes out of the archive what the database no longer knows. */
async function wipeOthers({ writer, signal }: Run, files: readonly RecordedFile[]): Promise<void> {
  const known = new Set(files.map(({ fileId }) => fileId));
  const others = [...writer.entries.keys()].filter((name) => {
    const fileId = fileIdIn(name);
    return fileId !== null && !known.has(fileId);
  });
  for (const name of others) await writer.blank(name, signal);
}

async function addLogs(run: Run): Promise<void> {
  const names = (await isThere(run.accounts)) ? await readdir(run.accounts) : [];
  for (const name of names.filter(isLogName).toSorted()) await addPath(run, name, join(run.accounts, name));
}
