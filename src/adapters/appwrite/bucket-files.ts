import type { StoredFile } from "../../domain/document.ts";
import { AppError } from "../../domain/errors.ts";
import type { FileStore, NewFile } from "../../ports/file-store.ts";
import type { AppwriteApi, AppwriteRequest } from "./appwrite-api.ts";
import { refusalIn } from "./appwrite-failure.ts";
import { downloadFile } from "./download-file.ts";
import {
  type FileRecord,
  isWhole,
  MAX_NAME_LENGTH,
  permissionsOf,
  recordSchema,
  toStoredFile,
} from "./file-record.ts";
import { PART_BYTES, partsOf, type UploadPart } from "./upload-parts.ts";

export interface Bucket {
  bucketId: string;
  timeoutMs: number;
  newId(): string;
}

/** How many files are looked for at once. */
const LOOKED_FOR_AT_ONCE = 16;
/** How long undoing an upload may take; it goes on when the caller has left. */
const UNDO_LIMIT_MS = 10_000;

/** A file store that also takes files whose id is given. */
export interface IdentifiedFiles extends FileStore {
  putIdentified(file: StoredFile, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}

/** Files in a bucket. Nothing here depends on a file having been put there by the service. */
export function openBucketFiles(api: AppwriteApi, { bucketId, timeoutMs, newId }: Bucket): IdentifiedFiles {
  const files = `/storage/buckets/${bucketId}/files`;
  const to = (method: AppwriteRequest["method"], path: string, body?: unknown): AppwriteRequest => ({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    area: "storage",
    isRepeatable: true,
  });

  const find = (fileId: string, signal: AbortSignal) =>
    api.json(to("GET", `${files}/${fileId}`), recordSchema, signal);

  const setName = (fileId: string, name: string, signal: AbortSignal) =>
    api.json(to("PUT", `${files}/${fileId}`, { name }), recordSchema, signal);

  async function sendPart(
    { fileId, file }: { fileId: string; file: NewFile },
    { start, bytes }: UploadPart,
    signal: AbortSignal,
  ): Promise<FileRecord> {
    const form = new FormData();
    form.append("fileId", fileId);
    form.append("file", new File([bytes], file.name, { type: file.mimeType }));
    for (const permission of permissionsOf(file.userId)) form.append("permissions[]", permission);
    const headers: Record<string, string> = {};
    if (file.sizeBytes > PART_BYTES) {
      headers["content-range"] = `bytes ${start}-${start + bytes.length - 1}/${file.sizeBytes}`;
      if (start > 0) headers["x-appwrite-id"] = fileId;
    }
    try {
      return await api.json({ ...to("POST", files, form), headers }, recordSchema, signal);
    } catch (error) {
      const refusal = refusalIn(error);
      // The file is our own: the answer to the attempt that made it was lost.
      if (refusal?.status === 409 && refusal.followsLostAttempt) return find(fileId, signal);
      throw error;
    }
  }

  async function upload(fileId: string, file: NewFile, signal: AbortSignal): Promise<FileRecord> {
    let record: FileRecord | undefined;
    for await (const part of partsOf(file, signal)) record = await sendPart({ fileId, file }, part, signal);
    if (record === undefined || !isWhole(record) || record.sizeOriginal !== file.sizeBytes) {
      throw new AppError("storage-failed", "The file storage did not take all of the file", {
        details: "Upload the file again",
      });
    }
    // A form cannot carry every character of a name as it is.
    return record.name === file.name ? record : setName(fileId, file.name, signal);
  }

  async function store(fileId: string, file: NewFile, signal: AbortSignal): Promise<StoredFile> {
    expectShortName(file.name);
    try {
      return toStoredFile(await upload(fileId, file, signal));
    } catch (error) {
      await undo(error, () => remove(fileId, AbortSignal.timeout(UNDO_LIMIT_MS)));
      throw error;
    }
  }

  const remove = (fileId: string, signal: AbortSignal) =>
    api.send(to("DELETE", `${files}/${fileId}`), signal);

  /** Nothing may be overwritten, but for what an upload that died has left. */
  async function expectAbsent(fileId: string, signal: AbortSignal): Promise<void> {
    const present = await found(find(fileId, signal));
    if (present === undefined) return;
    if (isWhole(present)) throw new AppError("storage-failed", "There is a file with this id already");
    await remove(fileId, signal);
  }

  async function exists(fileId: string, signal: AbortSignal): Promise<boolean> {
    const record = await found(find(fileId, signal));
    return record !== undefined && isWhole(record);
  }

  return {
    put: (file, signal) => store(newId(), file, signal),

    async putIdentified({ fileId, ...file }, bytes, signal) {
      await expectAbsent(fileId, signal);
      await store(fileId, { ...file, bytes }, signal);
    },

    async find(fileId, signal) {
      return toStoredFile(await find(fileId, signal));
    },

    async existing(fileIds, signal) {
      const waiting = [...new Set(fileIds)];
      const found = new Set<string>();
      const look = async () => {
        for (let fileId = waiting.pop(); fileId !== undefined; fileId = waiting.pop()) {
          if (await exists(fileId, signal)) found.add(fileId);
        }
      };
      await Promise.all(Array.from({ length: Math.min(LOOKED_FOR_AT_ONCE, waiting.length) }, look));
      return found;
    },

    async read(fileId, range, signal) {
      const { sizeBytes } = toStoredFile(await find(fileId, signal));
      const wanted = range ?? { start: 0, end: sizeBytes - 1 };
      const path = `${files}/${fileId}/download`;
      return downloadFile(api, { path, sizeBytes, range: wanted, timeoutMs }, signal);
    },

    async rename(fileId, name, signal) {
      expectShortName(name);
      return toStoredFile(await setName(fileId, name, signal));
    },

    async remove(fileId, signal) {
      try {
        await remove(fileId, signal);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal?.status === 404 && refusal.followsLostAttempt) return;
        throw error;
      }
    },
  };
}

async function found(finding: Promise<FileRecord>): Promise<FileRecord | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError && error.code === "file-not-found") return undefined;
    throw error;
  }
}

function expectShortName(name: string): void {
  if ([...name].length <= MAX_NAME_LENGTH) return;
  throw new AppError(
    "storage-failed",
    `The file storage takes names of at most ${MAX_NAME_LENGTH} characters`,
    {
      details: `This one has ${[...name].length}; nothing was changed`,
    },
  );
}

/** Takes back what a failed upload left. Where there is nothing, or nothing was reached, the failure itself counts. */
async function undo(failure: unknown, removePart: () => Promise<void>): Promise<void> {
  try {
    await removePart();
  } catch (error) {
    if (error instanceof AppError && error.code === "file-not-found") return;
    if (!(failure instanceof AppError)) throw failure;
    const options = failure.details === undefined ? {} : { details: failure.details };
    throw new AppError(failure.code, failure.message, {
      ...options,
      cause: new AggregateError([failure, error], "The upload failed, and so did taking it back"),
    });
  }
}
