import type { Document, StoredFile } from "../domain/document.ts";
import type { NewFile } from "../ports/file-store.ts";
import type { ChunkPage, DocumentKey, ListedChunks } from "../ports/vector-store.ts";
import type { RemovedDocument } from "../ports/whole-documents.ts";
import type { Library } from "./library.ts";

type Stores = Pick<Library, "files" | "vectors" | "locks">;

/** Puts a file into file storage; indexing it is a step of its own. */
export async function storeFile(library: Stores, file: NewFile, signal: AbortSignal): Promise<StoredFile> {
  const stored = await library.files.put(file, signal);
  if (!signal.aborted) return stored;
  // Nobody will ever learn its id.
  await library.files.remove(stored.fileId, AbortSignal.timeout(TAKE_BACK_LIMIT_MS));
  throw signal.reason;
}

/** How long it may take to remove a file that nobody waits for. */
const TAKE_BACK_LIMIT_MS = 30_000;

/** The user's indexed documents, latest first. */
export function listDocuments(library: Stores, userId: string, signal: AbortSignal): Promise<Document[]> {
  return library.vectors.listDocuments(userId, signal);
}

/** The chunks of a document as they were indexed: its text, piece by piece. */
export function listChunks(
  library: Stores,
  { from, limit, ...document }: DocumentKey & ChunkPage,
  signal: AbortSignal,
): Promise<ListedChunks> {
  return library.vectors.listChunks(document, { from, limit }, signal);
}

/** Removes the vectors of a document and leaves its file; says how many chunks there were. */
export function removeVectors(library: Stores, documentId: string, signal: AbortSignal): Promise<number> {
  return library.locks.hold(documentId, () => library.vectors.removeDocument(documentId, signal), signal);
}

/** Removes a file and leaves the vectors made of it. */
export function removeFile(library: Stores, fileId: string, signal: AbortSignal): Promise<void> {
  return library.locks.hold(fileId, () => library.files.remove(fileId, signal), signal);
}

/** Removes a document whole: its file, where there still is one, and its vectors. */
export function removeDocument(
  { locks, wholeDocuments }: Pick<Library, "locks" | "wholeDocuments">,
  documentId: string,
  signal: AbortSignal,
): Promise<RemovedDocument> {
  return locks.hold(documentId, () => wholeDocuments.remove(documentId, signal), signal);
}

/** Renames a file and its vectors, and says the name that they have now. */
export function renameDocument(
  { locks, wholeDocuments }: Pick<Library, "locks" | "wholeDocuments">,
  { documentId, newName }: { documentId: string; newName: string },
  signal: AbortSignal,
): Promise<string> {
  return locks.hold(
    documentId,
    async () => (await wholeDocuments.rename(documentId, newName, signal)).name,
    signal,
  );
}
