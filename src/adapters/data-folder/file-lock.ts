import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";

/** A lock on a file, held until it is released or the process ends, however it ends. */
export interface FileLock {
  /** Whether the locked file still has its name: one that was removed keeps nobody out. */
  isInPlace(): boolean;
  release(): void;
}

const BUSY = 5;
const RETRY_MS = 50;

/**
 * Takes the lock, or gives null where another one has it. `shared` is for any number of holders, to whom the file must
 * be there already; `alone` makes it.
 *
 * Node cannot lock files, but SQLite does: with locks of the kernel, which end with the process and hold in every
 * container that shares the file, whatever numbers and names its processes have. The file stays empty. Nothing else in
 * this process may open it, because the kernel ends all locks of a process on a file when it closes that file once.
 */
export function tryLock(path: string, kind: "alone" | "shared"): FileLock | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: 0, readOnly: kind === "shared" });
    // Without this a file for a journal would come and go beside it.
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec(kind === "alone" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT count(*) FROM sqlite_schema");
    return lockOf(path, database);
  } catch (error) {
    database?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === BUSY) return null;
    throw new AppError("storage-failed", "A file of the data folder cannot be locked", {
      details: "Set DATA_DIR to a folder on a disk of this machine that this user may write to",
      cause: error,
    });
  }
}

/** Takes the lock alone as soon as it is free, or gives null when it was not for this long. */
export async function waitForLock(path: string, limitMs: number): Promise<FileLock | null> {
  for (const limit = Date.now() + limitMs; ; await pause(RETRY_MS)) {
    const lock = tryLock(path, "alone");
    // Who removes the folders of dead processes may have removed the file between its making and its locking.
    if (lock?.isInPlace()) return lock;
    lock?.release();
    if (Date.now() >= limit) return null;
  }
}

function lockOf(path: string, database: DatabaseSync): FileLock {
  const locked = inodeOf(path);
  return {
    isInPlace: () => locked !== null && inodeOf(path) === locked,
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

function inodeOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}
