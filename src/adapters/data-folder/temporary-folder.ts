import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { diskFull, isDiskFull } from "../../domain/disk-full.ts";
import { AppError } from "../../domain/errors.ts";
import type { TemporaryFolder } from "../../ports/temporary-folder.ts";
import { expectRoom } from "./disk-room.ts";
import { type FileLock, tryLock, waitForLock } from "./file-lock.ts";
import { isMissing } from "./system-code.ts";

/** A process that clears up has the lock for a moment. */
const LOCK_LIMIT_MS = 5_000;

/** Anything else in the parent is of a version that knew no locks: what is younger may be in use. */
const UNKNOWN_AGE_MS = 60 * 60 * 1_000;

const FOLDER_NAME = /^run-[\da-f-]{36}$/;
const LOCK_NAME = /^(run-[\da-f-]{36})\.lock$/;

/** Where the folder is to be, and who hears of what could not be removed. */
interface TemporaryFolderOptions {
  parent: string;
  onLeftover?(cause: unknown): void;
}

/**
 * A folder under a name that no other process has, with a locked file beside it that tells that its process lives.
 * Nothing is on the disk before it is first needed.
 */
export function openTemporaryFolder({
  parent,
  onLeftover = () => undefined,
}: TemporaryFolderOptions): TemporaryFolder & {
  /** Removes it with all that is in it. */
  close(): Promise<void>;
} {
  const name = `run-${randomUUID()}`;
  const path = join(parent, name);
  const lockPath = `${path}.lock`;
  let lock: FileLock | null = null;
  let making: Promise<void> | null = null;

  async function make(): Promise<void> {
    try {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      if (lock === null) await removeDead(parent, onLeftover);
      // The lock first: a folder without one is removed by the next process that looks.
      if (!lock?.isInPlace()) {
        lock?.release();
        lock = await waitForLock(lockPath, LOCK_LIMIT_MS);
        if (lock === null) throw new Error("Another process has the lock of a folder that is not its own");
      }
      await mkdir(path, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw cannotBeMade(error);
    }
  }

  async function ready(): Promise<string> {
    if (!lock?.isInPlace() || !(await isThere(path))) {
      making ??= make().finally(() => {
        making = null;
      });
      await making;
    }
    return path;
  }

  return {
    path,
    ready,
    async check() {
      // Where nothing was ever written, nothing is written to find out.
      if (lock === null) return;
      const probe = join(await ready(), `probe-${randomUUID()}`);
      await expectRoom(path);
      try {
        await writeFile(probe, Buffer.alloc(4096));
      } catch (error) {
        throw isDiskFull(error) ? diskFull(error) : cannotBeMade(error);
      } finally {
        await rm(probe, { force: true });
      }
    },
    async close() {
      if (lock === null) return;
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      await rm(lockPath, { force: true });
      lock.release();
      lock = null;
    },
  };
}

/** Removes the folders of processes that no longer live: their locks can be taken. */
async function removeDead(parent: string, onLeftover: (cause: unknown) => void): Promise<void> {
  const names = await readdir(parent);
  const runs = new Set(
    names.flatMap((name) => (FOLDER_NAME.test(name) ? [name] : (LOCK_NAME.exec(name)?.[1] ?? []))),
  );
  const others = names.filter((name) => !FOLDER_NAME.test(name) && !LOCK_NAME.test(name));
  const removals = [
    ...[...runs].map((name) => () => removeRun(join(parent, name))),
    ...others.map((name) => () => removeIfOld(join(parent, name))),
  ];
  for (const remove of removals) await remove().catch(onLeftover);
}

async function removeRun(path: string): Promise<void> {
  const lock = tryLock(`${path}.lock`, "alone");
  if (lock === null) return;
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    await rm(`${path}.lock`, { force: true });
  } finally {
    lock.release();
  }
}

async function removeIfOld(path: string): Promise<void> {
  try {
    if ((await stat(path)).mtimeMs < Date.now() - UNKNOWN_AGE_MS)
      await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function cannotBeMade(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (isDiskFull(cause)) return diskFull(cause);
  return new AppError("storage-failed", "Nothing can be kept in the data folder", {
    details: "Set DATA_DIR to a folder that this user may write to",
    cause,
  });
}
