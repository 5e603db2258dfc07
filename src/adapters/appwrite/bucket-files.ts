import type { StoredFile } from "../../domain/document.ts";
import { AppError } from "../../domain/errors.ts";
import { isMeant, type Named, namedParts, ownId } from "../../domain/own-id.ts";
import { expectRoomFor } from "../../domain/storage-quota.ts";
import { forEachAtOnce } from "../../flow/for-each-at-once.ts";
import type { FileStore, NewFile } from "../../ports/file-store.ts";
import type { AppwriteApi, AppwriteRequest } from "./appwrite-api.ts";
import { fileNotFound, refusalIn, removed } from "./appwrite-failure.ts";
import type { BucketOwners } from "./bucket-owners.ts";
import { downloadFile } from "./download-file.ts";
import {
  type FileRecord,
  isWhole,
  MAX_FORM_NAME_BYTES,
  MAX_NEW_NAME,
  MAX_UPLOADED_NAME,
  ownerOf,
  permissionsOf,
  recordSchema,
  toStoredFile,
} from "./file-record.ts";
import { PART_BYTES, partsOf, type UploadPart } from "./upload-parts.ts";

interface Bucket {
  bucketId: string;
  timeoutMs: number;
  owners: BucketOwners;
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

/**
 * Files in a bucket. Nothing here depends on a file having been put there by the service. Appwrite compares ids without
 * case and accents, so what it answers is compared with what was asked for.
 */
export function openBucketFiles(api: AppwriteApi, bucket: Bucket): IdentifiedFiles {
  const { bucketId, timeoutMs, owners, newId } = bucket;
  const files = `/storage/buckets/${bucketId}/files`;
  const to = (method: AppwriteRequest["method"], path: string, body?: unknown): AppwriteRequest => {
    return { method, path, body, area: "storage" };
  };

  /** The file that Appwrite takes for the one with this id. */
  const look = (fileId: string, signal: AbortSignal) =>
    api.json(to("GET", `${files}/${fileId}`), recordSchema, signal);

  const find = async (file: Named, signal: AbortSignal) =>
    exactly(file, await look(namedParts(file).id, signal));

  const setName = async (fileId: string, name: string, signal: AbortSignal) =>
    exactly(fileId, await api.json(to("PUT", `${files}/${fileId}`, { name }), recordSchema, signal));

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
      const record = await api.json({ ...to("POST", files, form), headers }, recordSchema, signal);
      if (record.$id !== fileId) throw takenForAnother(fileId, record.$id);
      return record;
    } catch (error) {
      const refusal = refusalIn(error);
      // The file is our own: the answer to the attempt that made it was lost.
      if (refusal?.status === 409 && refusal.followsLostAttempt) return find(fileId, signal);
      const nameBytes = Buffer.byteLength(file.name);
      // What reads the form, before Appwrite does, refuses a long name without a word.
      if (refusal?.status === 400 && refusal.type === "" && nameBytes > MAX_FORM_NAME_BYTES) {
        throw new AppError("storage-failed", "The file storage could not read the name of the file", {
          details: `It has ${nameBytes} bytes, and an upload carries ${MAX_FORM_NAME_BYTES}`,
          cause: error,
        });
      }
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
    if (ownerOf(record.$permissions) !== file.userId) {
      throw new AppError("storage-failed", "The file storage did not note whose the file is", {
        details: "Upload the file again",
      });
    }
    if (record.name === file.name) return record;
    expectLength(file.name, {
      limit: MAX_NEW_NAME,
      reason: "a quotation mark, or another character that an upload cannot carry, allows no more",
    });
    return setName(fileId, file.name, signal);
  }

  async function store(fileId: string, given: NewFile, signal: AbortSignal): Promise<StoredFile> {
    const file = { ...given, name: given.name.toWellFormed() };
    expectLength(file.name, { limit: MAX_UPLOADED_NAME, reason: "nothing was stored" });
    try {
      return toStoredFile(await upload(fileId, file, signal));
    } catch (error) {
      // What is there under this id is somebody else's.
      if (refusalIn(error)?.status === 409) throw error;
      await undo(error, () => remove(fileId, AbortSignal.timeout(UNDO_LIMIT_MS)));
      throw error;
    }
  }

  async function expectRoom(file: NewFile, sizeBytes: number, signal: AbortSignal): Promise<void> {
    const { userId, quotaBytes = null } = file;
    if (quotaBytes === null) return;
    let usedBytes = 0;
    for await (const record of owners.filesOf(userId, signal)) usedBytes += record.sizeOriginal;
    expectRoomFor({ sizeBytes }, { usedBytes, quotaBytes });
  }

  async function remove(file: Named, signal: AbortSignal): Promise<void> {
    const { $id } = await find(file, signal);
    await removed(api.send(to("DELETE", `${files}/${$id}`), signal));
  }

  /** Nothing may be overwritten, but for what an upload that died has left. */
  async function expectAbsent(fileId: string, signal: AbortSignal): Promise<void> {
    const present = await found(look(fileId, signal));
    if (present === undefined) return;
    if (present.$id !== fileId) throw takenForAnother(fileId, present.$id);
    if (isWhole(present)) throw new AppError("storage-failed", "There is a file with this id already");
    await remove(fileId, signal);
  }

  async function exists(file: Named, signal: AbortSignal): Promise<boolean> {
    const record = await found(find(file, signal));
    return record !== undefined && isWhole(record);
  }

  async function existing(fileIds: readonly string[], owner: string | null, signal: AbortSignal) {
    const found = new Set<string>();
    const look = async (fileId: string, _place: number, stop: AbortSignal) => {
      if (await exists(ownId(fileId, owner), stop)) found.add(fileId);
    };
    await forEachAtOnce([...new Set(fileIds)], LOOKED_FOR_AT_ONCE, look, signal);
    return found;
  }

  return {
    async put(file, signal) {
      await expectRoom(file, file.sizeBytes, signal);
      const stored = await store(newId(), file, signal);
      try {
        // Others may have come in between: whoever finds that it is too much takes the own file back.
        await expectRoom(file, 0, signal);
      } catch (error) {
        await undo(error, () => remove(stored.fileId, AbortSignal.timeout(UNDO_LIMIT_MS)));
        throw error;
      }
      return stored;
    },

    async putIdentified({ fileId, ...file }, bytes, signal) {
      await expectAbsent(fileId, signal);
      await store(fileId, { ...file, bytes }, signal);
    },

    async find(file, signal) {
      return toStoredFile(await find(file, signal));
    },

    async *ofUser(userId, signal) {
      for await (const record of owners.filesOf(userId, signal)) {
        if (isWhole(record)) yield toStoredFile(record);
      }
    },

    existing: (fileIds, signal) => existing(fileIds, null, signal),

    owned: existing,

    async read(file, range, signal) {
      const { fileId, sizeBytes } = toStoredFile(await find(file, signal));
      const wanted = range ?? { start: 0, end: sizeBytes - 1 };
      const path = `${files}/${fileId}/download`;
      return downloadFile(api, { path, sizeBytes, range: wanted, timeoutMs }, signal);
    },

    async rename(file, name, signal) {
      expectLength(name, {
        limit: MAX_NEW_NAME,
        reason: "nothing was changed; only an upload can bring more",
      });
      const { fileId } = toStoredFile(await find(file, signal));
      return toStoredFile(await setName(fileId, name, signal));
    },

    remove,
  };
}

function exactly(file: Named, record: FileRecord): FileRecord {
  const isMine = isMeant(file, ownerOf(record.$permissions));
  if (record.$id !== namedParts(file).id || !isMine) throw fileNotFound();
  return record;
}

function takenForAnother(fileId: string, present: string): AppError {
  return new AppError(
    "storage-failed",
    `The file storage holds the file ${present} and takes ${fileId} for the same`,
    { details: "Appwrite compares ids without case: it cannot hold both" },
  );
}

async function found(finding: Promise<FileRecord>): Promise<FileRecord | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError && error.code === "file-not-found") return undefined;
    throw error;
  }
}

function expectLength(name: string, { limit, reason }: { limit: number; reason: string }): void {
  const { length } = [...name];
  if (length <= limit) return;
  throw new AppError("storage-failed", `The file storage takes names of at most ${limit} characters`, {
    details: `This one has ${length}; ${reason}`,
  });
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
