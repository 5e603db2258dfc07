import type { StoredFile } from "../../../domain/document.ts";
import { AppError } from "../../../domain/errors.ts";
import { type Named, namedParts } from "../../../domain/own-id.ts";
import type { ByteRange, FileStore } from "../../../ports/file-store.ts";
import type { FileBytes } from "./files/file-bytes.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

const RECHECK_LIMIT_MS = 10_000;

/** What the files are kept with. */
interface FileStoreOptions {
  writer: ThreadCalls<WriterOperations>;
  bytes: FileBytes;
  now(): Date;
  newId(): string;
}

/** A file store that also takes files whose id is given, and knows of bytes whose record is gone. */
export interface IdentifiedFiles extends FileStore {
  putIdentified(file: StoredFile, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Removes the bytes of a file whose record is gone. */
  clear(fileId: string, signal: AbortSignal): Promise<void>;
  /** Does that for all that a process has left which died in between. */
  clearRemoved(signal: AbortSignal): Promise<void>;
}

/**
 * Files with their records in the embedded database. The bytes are on the disk before the record is made, and
 * go after it, which is written down with the removal of the record: a record is never without its bytes, and what was
 * removed is gone by the next start.
 */
export function openFileStore({ writer, bytes, now, newId }: FileStoreOptions): IdentifiedFiles {
  const find = (file: Named, signal: AbortSignal) => writer.read("findFile", file, { signal });

  return {
    async put({ userId, name: given, mimeType, sizeBytes, bytes: source, quotaBytes = null }, signal) {
      const at = now().toISOString();
      // The database keeps the replacement character for half of one.
      const name = given.toWellFormed();
      const stored: StoredFile = { fileId: newId(), userId, name, mimeType, sizeBytes, createdAt: at };
      await store(stored, { source, quotaBytes }, signal);
      return stored;
    },
    async putIdentified(file, source, signal) {
      const [present] = await writer.read(
        "existingFiles",
        { fileIds: [file.fileId], owner: null },
        { signal },
      );
      if (present !== undefined) throw new AppError("storage-failed", "There is a file with this id already");
      // What a crash has left of an earlier attempt, or what a database of another time does not know.
      await bytes.setAside(file.fileId);
      await store(file, { source, quotaBytes: null }, signal);
    },
    find,
    async *ofUser(userId, signal) {
      for (let after = ""; ; ) {
        const rows = await writer.read("filesOfUser", { userId, after }, { signal });
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.fileId;
      }
    },
    async existing(fileIds, signal) {
      return new Set(await writer.read("existingFiles", { fileIds, owner: null }, { signal }));
    },
    async owned(fileIds, owner, signal) {
      return new Set(await writer.read("existingFiles", { fileIds, owner }, { signal }));
    },
    async read(file, range, signal) {
      const { fileId, sizeBytes } = await find(file, signal);
      if (range !== null && !isInside(range, sizeBytes)) {
        throw new AppError("storage-failed", "The range is not inside the file", {
          details: `The file has ${sizeBytes} bytes.`,
        });
      }
      await checkWhole(fileId, sizeBytes, signal);
      return readOrGone(fileId, range, signal);
    },
    rename: (file, name, signal) => writer.write("renameFile", { file, name }, { signal }),
    async remove(file, signal) {
      await writer.write("removeFile", file, { signal });
      await clear(namedParts(file).id, signal);
    },
    clear,
    async clearRemoved(signal) {
      for (const fileId of await writer.read("removedFiles", undefined, { signal }))
        await clear(fileId, signal);
    },
  };

  async function clear(fileId: string, signal: AbortSignal): Promise<void> {
    await bytes.remove(fileId);
    await writer.write("forgetRemovedFile", { fileId }, { signal });
  }

  async function store(
    file: StoredFile,
    { source, quotaBytes }: { source: AsyncIterable<Uint8Array>; quotaBytes: number | null },
    signal: AbortSignal,
  ) {
    await bytes.write(file.fileId, { bytes: source, sizeBytes: file.sizeBytes }, signal);
    try {
      await writer.write("addFile", { file, quotaBytes }, { signal });
    } catch (error) {
      if (!(await isRecorded(file.fileId))) throw error;
    }
  }

  /** Whether a record was made although its making has failed; where it was not, the bytes go too. */
  async function isRecorded(fileId: string): Promise<boolean> {
    try {
      await find(fileId, AbortSignal.timeout(RECHECK_LIMIT_MS));
      return true;
    } catch (error) {
      // Any other failure leaves it open: the bytes stay, and the next start decides.
      if (error instanceof AppError && error.code === "file-not-found") await bytes.remove(fileId);
      return false;
    }
  }

  /** The bytes are opened by the first read, and may have been removed by then: that is no failure of the storage. */
  async function* readOrGone(fileId: string, range: ByteRange | null, signal: AbortSignal) {
    try {
      yield* bytes.read(fileId, range, signal);
    } catch (error) {
      if (!signal.aborted) await find(fileId, signal);
      throw error;
    }
  }

  async function checkWhole(fileId: string, sizeBytes: number, signal: AbortSignal): Promise<void> {
    try {
      if ((await bytes.sizeOf(fileId)) === sizeBytes) return;
    } catch (error) {
      // It may have been removed meanwhile: then this throws what says so.
      await find(fileId, signal);
      throw error;
    }
    throw new AppError("storage-failed", "The stored file is damaged");
  }
}

function isInside({ start, end }: ByteRange, sizeBytes: number): boolean {
  return start >= 0 && start <= end && end < sizeBytes;
}
