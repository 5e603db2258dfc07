import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../../../domain/errors.ts";
import { eachOrAborted } from "../../../../flow/or-aborted.ts";
import type { ByteRange, NewFile } from "../../../../ports/file-store.ts";
import type { TemporaryFolder } from "../../../../ports/temporary-folder.ts";
import { isThere, syncDirectory } from "./directory.ts";
import type { Quarantine } from "./quarantine.ts";
import { storageFailure } from "./storage-failure.ts";

const READ_BUFFER_BYTES = 256 * 1024;

/** The bytes of files on the disk. Ids are the server's own, or known to be of a file that is recorded. */
export interface FileBytes {
  /** Stores the bytes for good, whole or not at all. */
  write(fileId: string, file: Pick<NewFile, "bytes" | "sizeBytes">, signal: AbortSignal): Promise<void>;
  sizeOf(fileId: string): Promise<number>;
  read(fileId: string, range: ByteRange | null, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Removes the bytes, also those that were set aside; absent ones are not an error. */
  remove(fileId: string): Promise<void>;
  /** Sets bytes aside that have no record; absent ones are not an error. */
  setAside(fileId: string): Promise<void>;
  /** Puts bytes that were set aside into their place again and says whether that was free. */
  bringBack(fileId: string, path: string): Promise<boolean>;
}

/** Where the parts of a storage directory are. */
export function placesIn(directory: string) {
  return {
    database: join(directory, "carrel.db"),
    files: join(directory, "files"),
    temporary: join(directory, "tmp"),
    quarantine: join(directory, "quarantine"),
  };
}

/** Where the bytes of a file are in the folder of the files. */
export function placeOfFile(files: string, fileId: string): string {
  return join(files, createHash("sha256").update(fileId).digest("hex").slice(0, 2), fileId);
}

/** Where the bytes are, while they come and when they are set aside. */
interface FileBytesOptions {
  files: string;
  /** On the same disk. */
  temporary: TemporaryFolder;
  quarantine: Quarantine;
}

/** Keeps bytes under names that the server makes, spread over folders so that none grows long. */
export function openFileBytes({ files, temporary, quarantine }: FileBytesOptions): FileBytes {
  return {
    async write(fileId, file, signal) {
      const path = join(await temporary.ready(), randomUUID());
      try {
        await writeTemporary(path, file, signal);
        await moveIntoPlace(path, pathOf(fileId));
      } catch (error) {
        await rm(path, { force: true });
        signal.throwIfAborted();
        throw storageFailure(error);
      }
    },
    async sizeOf(fileId) {
      try {
        return (await stat(pathOf(fileId))).size;
      } catch (error) {
        throw storageFailure(error);
      }
    },
    read: (fileId, range, signal) => readFrom(pathOf(fileId), range, signal),
    async remove(fileId) {
      try {
        await rm(pathOf(fileId), { force: true });
        for (const aside of await quarantine.list()) {
          if (aside.fileId === fileId) await rm(aside.path, { force: true });
        }
      } catch (error) {
        throw storageFailure(error);
      }
    },
    async setAside(fileId) {
      try {
        if (await isThere(pathOf(fileId))) await quarantine.put(pathOf(fileId), fileId);
      } catch (error) {
        throw storageFailure(error);
      }
    },
    async bringBack(fileId, path) {
      if (await isThere(pathOf(fileId))) return false;
      await moveIntoPlace(path, pathOf(fileId));
      return true;
    },
  };

  function pathOf(fileId: string): string {
    return placeOfFile(files, fileId);
  }

  async function moveIntoPlace(from: string, path: string): Promise<void> {
    if (await isThere(path)) throw new Error("A file with this id is there already");
    const folder = dirname(path);
    const isNewFolder = (await mkdir(folder, { recursive: true })) !== undefined;
    if (isNewFolder) await syncDirectory(files);
    await rename(from, path);
    await syncDirectory(folder);
  }
}

async function writeTemporary(
  path: string,
  { bytes, sizeBytes }: Pick<NewFile, "bytes" | "sizeBytes">,
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    let written = 0;
    for await (const piece of eachOrAborted(bytes, signal)) {
      written += piece.length;
      if (written > sizeBytes) throw wrongSize(sizeBytes);
      await handle.appendFile(piece);
    }
    if (written < sizeBytes) throw wrongSize(sizeBytes);
    await handle.sync();
    signal.throwIfAborted();
  } finally {
    await handle.close();
  }
}

function wrongSize(sizeBytes: number): AppError {
  return new AppError("storage-failed", "The file does not have the size that was announced", {
    details: `It was announced with ${sizeBytes} bytes.`,
  });
}

async function* readFrom(
  path: string,
  range: ByteRange | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  // Opened by the first read: a stream that nobody reads holds no file open.
  const stream = createReadStream(path, { ...range, highWaterMark: READ_BUFFER_BYTES, signal });
  try {
    yield* stream;
  } catch (error) {
    signal.throwIfAborted();
    throw storageFailure(error);
  } finally {
    stream.destroy();
  }
}
