import type { StoredFile } from "../domain/document.ts";
import type { Named } from "../domain/own-id.ts";

/**
 * Where the bytes of files are kept.
 * Contract: test/contracts/file-store.ts. A file is there whole or not at all; what was awaited survives
 * a crash; an unknown file is the AppError `file-not-found`; a full disk of the service `disk-full`, any
 * other failure `storage-failed`.
 * Ids are known as they are written, to the letter; half a character (a lone surrogate) of a name is kept as U+FFFD.
 */
export interface FileStore {
  /**
   * Stores the bytes under an id of the store's making. Where the user's files would take more than the quota with it, it
   * is the AppError `quota-exceeded` and nothing is stored.
   */
  put(file: NewFile, signal: AbortSignal): Promise<StoredFile>;
  find(file: Named, signal: AbortSignal): Promise<StoredFile>;
  /** Every file of a user that is there whole, in no order. */
  ofUser(userId: string, signal: AbortSignal): AsyncIterable<StoredFile>;
  /** The ids among these whose file is there. */
  existing(fileIds: readonly string[], signal: AbortSignal): Promise<Set<string>>;
  /** The ids among these whose file is there and this user's. */
  owned(fileIds: readonly string[], userId: string, signal: AbortSignal): Promise<Set<string>>;
  /** The bytes, or those from `start` to `end`, both included and inside the file. */
  read(file: Named, range: ByteRange | null, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Gives the file another name; its bytes and its id stay. */
  rename(file: Named, name: string, signal: AbortSignal): Promise<StoredFile>;
  remove(file: Named, signal: AbortSignal): Promise<void>;
}

export interface NewFile {
  userId: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  /** Exactly `sizeBytes` bytes. When it fails, nothing is stored. */
  bytes: AsyncIterable<Uint8Array>;
  /** How much the user's files may take together; any amount where it is not given. */
  quotaBytes?: number | null;
}

export interface ByteRange {
  start: number;
  end: number;
}
