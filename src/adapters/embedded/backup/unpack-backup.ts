import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import type {
  BackupContents,
  OnBackupProgress,
  UnpackedBackup,
  UnpackOrder,
} from "../../../ports/backup-archives.ts";
import { type FolderHold, ownFolder } from "../../data-folder/folder-owner.ts";
import { isMissing } from "../../data-folder/system-code.ts";
import { isThere, syncDirectory } from "../storage/files/directory.ts";
import { placeOfFile, placesIn } from "../storage/files/file-bytes.ts";
import { type ArchiveEntry, DATABASE_NAME, fileIdIn, isLogName } from "./archive-entries.ts";
import { archiveFailure } from "./archive-failure.ts";
import { writeAll } from "./file-pieces.ts";
import { checksumOfArchive, readArchive } from "./read-archive.ts";
import { forgetLibrary, openSnapshot } from "./snapshot.ts";

interface Unpacking {
  now(): Date;
  onProgress: OnBackupProgress;
  signal: AbortSignal;
}

const COMMAND = "carrel restore";
const FILES = "files";

/** What may be in a data folder that holds nothing: a lock, temporary files, what a disk has of its own. */
const HARMLESS = ["carrel.lock", "carrel.owner.json", "tmp", "jobs", "lost+found", "restoring"];

/** How far an attempt has come that does not leave things as they were. */
const noteSchema = z.object({ stage: z.enum(["settling", "handing over"]), checksum: z.string() });
type Note = z.output<typeof noteSchema>;

/** Where a restore keeps things inside of a data folder: on the same disk, also where the folder is a disk of its own. */
function placesOf(directory: string) {
  const work = join(directory, "restoring");
  return { work, folder: join(work, "library"), note: join(work, "note.json") };
}

/** Unpacks an archive beside the place of what it holds, and checks all of it on the way. */
export async function unpackBackup(order: UnpackOrder, unpacking: Unpacking): Promise<UnpackedBackup> {
  const directory = resolve(order.directory);
  const archive = resolve(order.archive);
  const { work, folder, note } = placesOf(directory);
  try {
    const { checksum, sizeBytes } = await checksumOfArchive(archive);
    await using undoing = new AsyncDisposableStack();
    if ((await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined) {
      undoing.defer(() => removeMade(directory));
    }
    const hold = holdOnce(await ownFolder({ directory, command: COMMAND, now: unpacking.now }));
    undoing.defer(hold.release);
    const isBegun = await expectNothing(directory, checksum);
    if (!isBegun) undoing.defer(() => rm(work, { recursive: true, force: true }));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await expectRoomFor(folder, sizeBytes);
    const contents = await unpackInto(folder, archive, unpacking);
    undoing.move();
    return {
      ...{ contents, folder, isBegun },
      async settle() {
        await writeNote(note, { stage: "settling", checksum });
        await settleAll(folder, directory);
        await hold.release();
      },
      async handOver() {
        await writeNote(note, { stage: "handing over", checksum });
        if (!(await isThere(join(directory, DATABASE_NAME)))) await settleAccounts(folder, directory);
        await hold.release();
      },
      async close(isDone) {
        await rm(folder, { recursive: true, force: true });
        if (isDone || !(await isThere(note))) await rm(work, { recursive: true, force: true });
        await hold.release();
      },
    };
  } catch (error) {
    throw archiveFailure(error, directory, "What was unpacked until then was removed");
  }
}

function holdOnce(hold: FolderHold): FolderHold {
  let released: Promise<void> | null = null;
  return {
    release: () => {
      released ??= hold.release();
      return released;
    },
  };
}

/** A folder that was made for nothing goes again, where nobody else has put something there. */
async function removeMade(directory: string): Promise<void> {
  await rm(join(directory, "carrel.lock"), { force: true });
  await rmdir(directory).catch(() => undefined);
}

/**
 * Whether an earlier attempt with the same archive has begun to hand it over to other stores. Rejects where the folder
 * holds something that no such attempt has put there: nothing is ever merged.
 */
async function expectNothing(directory: string, checksum: string): Promise<boolean> {
  const note = await readNote(placesOf(directory).note);
  const names = (await readdir(directory)).filter((name) => !HARMLESS.includes(name));
  if (note?.stage === "handing over") {
    if (note.checksum === checksum) return true;
    throw new AppError("invalid-input", `${directory} is where another archive was being restored`, {
      details: `Restore that one to its end, or empty the stores that it has begun to fill and remove ${placesOf(directory).work}`,
    });
  }
  // The database comes last: without it, what is there was put there by an attempt that was killed.
  if (note?.stage === "settling" && !names.includes(DATABASE_NAME)) {
    for (const name of names.filter(isSettled)) await rm(join(directory, name), { recursive: true });
    return expectOnly(
      directory,
      names.filter((name) => !isSettled(name)),
    );
  }
  return expectOnly(directory, names);
}

function isSettled(name: string): boolean {
  return name === FILES || isLogName(name);
}

function expectOnly(directory: string, names: readonly string[]): false {
  if (names.length === 0) return false;
  throw new AppError(
    "invalid-input",
    `The data folder ${directory} is not empty: it holds ${names.slice(0, 5).join(", ")}`,
    {
      details:
        "A backup is restored into an empty folder, and never mixed with what is there: move that elsewhere, or set DATA_DIR to another folder",
    },
  );
}

/** Said at once, instead of after hours. */
async function expectRoomFor(folder: string, sizeBytes: number): Promise<void> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  const free = (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  if (blocks === 0 || free > sizeBytes) return;
  throw new AppError("disk-full", "The disk has no room for what the archive holds");
}

async function unpackInto(
  folder: string,
  archive: string,
  { onProgress, signal }: Unpacking,
): Promise<BackupContents> {
  const { files } = placesIn(folder);
  await mkdir(files, { mode: 0o700 });
  const folders = new Set([folder, files]);
  const take = async ({ name, modifiedAtSeconds }: ArchiveEntry, pieces: AsyncIterable<Uint8Array>) => {
    const fileId = fileIdIn(name);
    const path = fileId === null ? join(folder, name) : placeOfFile(files, fileId);
    folders.add(dirname(path));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWhole(path, pieces, modifiedAtSeconds);
  };
  const onRead = (doneBytes: number, totalBytes: number) =>
    onProgress({ stage: "unpacking", doneBytes, totalBytes });
  const contents = await readArchive(archive, { take }, { onRead, signal });
  for (const one of folders) await syncDirectory(one);
  return contents;
}

async function writeWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  modifiedAtSeconds: number,
): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    let at = 0;
    for await (const piece of pieces) {
      await writeAll(handle, piece, at);
      at += piece.length;
    }
    // So that the next backup of it can be gone on with after one of this.
    await handle.utimes(modifiedAtSeconds, modifiedAtSeconds);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves everything to its place, the database last: a folder with files and without it is refused by every command. */
async function settleAll(folder: string, directory: string): Promise<void> {
  const names = (await readdir(folder)).toSorted(
    (a, b) => Number(a === DATABASE_NAME) - Number(b === DATABASE_NAME),
  );
  for (const name of names) {
    if (name === DATABASE_NAME) await syncDirectory(directory);
    await rename(join(folder, name), join(directory, name));
  }
  await syncDirectory(directory);
}

/** The database without its library, and the logs. */
async function settleAccounts(folder: string, directory: string): Promise<void> {
  const own = join(placesOf(directory).work, DATABASE_NAME);
  await copyFile(join(folder, DATABASE_NAME), own);
  const database = openSnapshot(own);
  try {
    forgetLibrary(database);
  } finally {
    database.close();
  }
  for (const name of (await readdir(folder)).filter(isLogName))
    await rename(join(folder, name), join(directory, name));
  await rename(own, join(directory, DATABASE_NAME));
  await syncDirectory(directory);
}

async function writeNote(path: string, note: Note): Promise<void> {
  await writeFile(path, JSON.stringify(note), { mode: 0o600, flush: true });
  await syncDirectory(dirname(path));
}

async function readNote(path: string): Promise<Note | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    // One that is cut off was never finished, so nothing was done after it.
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
