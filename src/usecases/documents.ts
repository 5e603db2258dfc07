import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import type { NewFile } from "../ports/file-store.ts";
import type { ChunkPage, DocumentKey, ListedChunks } from "../ports/vector-store.ts";
import { followFileName } from "./follow-file-name.ts";
import type { Library, ServedLibrary } from "./library.ts";

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
  return library.locks.hold(documentId, () => library.vectors.removeDocument(documentId, signal), signal);
}

/** Removes a file and leaves the vectors made of it. */
export async function removeFile(library: WorkedStores, fileId: string, signal: AbortSignal): Promise<void> {
  await library.indexing.endFor(fileId, "document", signal);
  await library.locks.hold(fileId, () => library.files.remove(fileId, signal), signal);
}

/** Removes a document whole: its file, where there still is one, and its vectors. */
export async function removeDocument(
  library: WorkedStores,
  documentId: string,
  signal: AbortSignal,
): Promise<{ file: boolean; chunks: number }> {
  await library.indexing.endFor(documentId, "document", signal);
  return library.locks.hold(
    documentId,
    async () => {
      const file = await removeFileIfPresent(library, documentId, signal);
      return { file, chunks: await library.vectors.removeDocument(documentId, signal) };
    },
    signal,
  );
}

async function removeFileIfPresent(library: Stores, fileId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await library.files.remove(fileId, signal);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "file-not-found") return false;
    throw error;
  }
}

/** Renames a file and then its vectors; when the vectors fail, the file gets its old name back. */
export function renameDocument(
  library: Stores,
  { documentId, newName }: { documentId: string; newName: string },
  signal: AbortSignal,
): Promise<string> {
  return library.locks.hold(
    documentId,
    async () => {
      const before = await library.files.find(documentId, signal);
      const renamed = await library.files.rename(documentId, newName, signal);
      try {
        await library.vectors.renameDocument(documentId, renamed.name, signal);
      } catch (error) {
        await putBack(library, before, error);
        throw error;
      }
      await followRenames(library, { documentId, fileName: renamed.name }, signal);
      return renamed.name;
    },
    signal,
  );
}

/** A storage may refuse to give a file the name that it came with; then the failure says which one it has now. */
async function putBack(library: Stores, { fileId, name }: StoredFile, failure: unknown): Promise<void> {
  try {
    await library.files.rename(fileId, name, AbortSignal.timeout(RESTORE_LIMIT_MS));
  } catch (error) {
    if (!(failure instanceof AppError)) throw error;
    throw new AppError(failure.code, failure.message, {
      details: "The file has its new name, the passages have the old one: rename it once more",
      cause: new AggregateError([failure, error], "The rename failed, and so did taking it back"),
    });
  }
}

/** Another copy of the service may have renamed it too: the vectors get the name that the file has in the end. */
async function followRenames(
  library: Stores,
  document: { documentId: string; fileName: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    await followFileName(library, document, signal);
  } catch (error) {
    // It was renamed, and then another copy removed it.
    if (!(error instanceof AppError && error.code === "file-not-found")) throw error;
  }
}

/** How long putting the old name back may take: the request's own time may be over by then. */
const RESTORE_LIMIT_MS = 10_000;
