import type { StoredFile } from "../domain/document.ts";
import type { NewFile } from "../ports/file-store.ts";
import type { ChunkPage, DocumentKey, ListedChunks } from "../ports/vector-store.ts";
import type { RemovedDocument } from "../ports/whole-documents.ts";
import type { Library } from "./library.ts";
import type { ServedLibrary } from "./served-library.ts";

type Stores = Pick<Library, "files" | "vectors" | "locks">;
/** What deletions need: work on what is deleted ends first. */
type WorkedStores = Stores & Pick<ServedLibrary, "indexing">;

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

/** The chunks of a document as they were indexed: its text, piece by piece. */
export function listChunks(
  library: Stores,
  { from, limit, ...document }: DocumentKey & ChunkPage,
  signal: AbortSignal,
): Promise<ListedChunks> {
  return library.vectors.listChunks(document, { from, limit }, signal);
}

/** Removes the vectors of a document and leaves its file; says how many chunks there were. */
export async function removeVectors(
  library: WorkedStores,
  documentId: string,
  signal: AbortSignal,
): Promise<number> {
  await library.indexing.endFor(documentId, "vectors", signal);
  return library.locks.run(documentId, () => library.vectors.removeDocument(documentId, signal), signal);
}

/** Removes a file and leaves the vectors made of it. */
export async function removeFile(library: WorkedStores, fileId: string, signal: AbortSignal): Promise<void> {
  await library.indexing.endFor(fileId, "document", signal);
  await library.locks.run(fileId, () => library.files.remove(fileId, signal), signal);
}

/** Removes a document whole: its file, where there still is one, and its vectors. */
export async function removeDocument(
  { locks, wholeDocuments, indexing }: Pick<ServedLibrary, "locks" | "wholeDocuments" | "indexing">,
  documentId: string,
  signal: AbortSignal,
): Promise<RemovedDocument> {
  await indexing.endFor(documentId, "document", signal);
  return locks.run(documentId, () => wholeDocuments.remove(documentId, signal), signal);
}

/** Renames a file and its vectors, and says the name that they have now. */
export function renameDocument(
  { locks, wholeDocuments }: Pick<Library, "locks" | "wholeDocuments">,
  { documentId, newName }: { documentId: string; newName: string },
  signal: AbortSignal,
): Promise<string> {
  return locks.run(
    documentId,
    async () => (await wholeDocuments.rename(documentId, newName, signal)).name,
    signal,
  );
}
