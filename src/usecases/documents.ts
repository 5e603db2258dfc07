import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { type Named, namedParts } from "../domain/own-id.ts";
import type { NewFile } from "../ports/file-store.ts";
import type { ChunkPage, DocumentKey, ListedChunks } from "../ports/vector-store.ts";
import type { RemovedDocument } from "../ports/whole-documents.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import type { Library } from "./library.ts";
import type { ServedLibrary } from "./served-library.ts";

type Stores = Pick<Library, "files" | "vectors" | "locks">;
/** What deletions need: work on what is deleted ends first. */
type WorkedStores = Stores & Pick<ServedLibrary, "indexing">;

/** Whose it has to be, null for anybody. */
interface Owned {
  owner: string | null;
}

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
export async function listChunks(
  library: Stores,
  { documentId, userId, from, limit, owner }: DocumentKey & ChunkPage & Owned,
  signal: AbortSignal,
): Promise<ListedChunks> {
  const listed = await library.vectors.listChunks({ documentId, userId }, { from, limit }, signal);
  if (listed.total === 0) await expectOwnDocuments(library, { documentIds: [documentId], owner }, signal);
  return listed;
}

/** Removes the vectors of a document and leaves its file; says how many chunks there were. */
export async function removeVectors(
  library: WorkedStores,
  document: Named,
  signal: AbortSignal,
): Promise<number> {
  const { id: documentId, owner } = namedParts(document);
  await library.indexing.endFor(document, "vectors", signal);
  const remove = () => library.vectors.removeDocument(document, signal);
  const chunks = await library.locks.run(documentId, remove, signal);
  if (chunks === 0) await expectOwnDocuments(library, { documentIds: [documentId], owner }, signal);
  return chunks;
}

/** Removes a file and leaves the vectors made of it. */
export async function removeFile(library: WorkedStores, file: Named, signal: AbortSignal): Promise<void> {
  await library.indexing.endFor(file, "document", signal);
  await library.locks.run(namedParts(file).id, () => library.files.remove(file, signal), signal);
}

/** What there was of a document that was removed. */
interface RemovedTraces extends RemovedDocument {
  /** Whether its indexing was written down or under way. */
  job: boolean;
  /** How many sessions it was pinned to. */
  sessions: number;
}

/**
 * Removes a document whole: what was kept of its indexing, the pins of sessions, its file, where there still is one, and
 * its vectors. What people see of it goes last: where this ends halfway, they see it and remove it again. Every step is
 * taken whatever the others find, so that the second time finds what the first has left.
 */
export async function removeDocument(
  library: Pick<ServedLibrary, "locks" | "wholeDocuments" | "indexing" | "sessions" | "wiping">,
  document: Named,
  signal: AbortSignal,
): Promise<RemovedTraces> {
  const { locks, wholeDocuments, indexing, sessions, wiping } = library;
  const { id: documentId, owner } = namedParts(document);
  const forget = async () => ({
    job: await indexing.forget(document, signal),
    sessions: await sessions.unpin(document, signal),
  });
  const before = await forget();
  const removed = await locks.run(documentId, () => wholeDocuments.remove(document, signal), signal);
  // What was ordered or pinned before the file was gone is not there after it either.
  const after = await forget();
  const traces = {
    ...removed,
    job: before.job || after.job,
    sessions: before.sessions + after.sessions,
  };
  const isNothing = !traces.file && traces.chunks === 0 && !traces.job && traces.sessions === 0;
  if (isNothing && owner !== null) throw new AppError("file-not-found", "Document not found");
  await wiping.settle(signal);
  return traces;
}

/** Renames a file and its vectors, and says the name that they have now. */
export function renameDocument(
  { locks, wholeDocuments }: Pick<Library, "locks" | "wholeDocuments">,
  { document, newName }: { document: Named; newName: string },
  signal: AbortSignal,
): Promise<string> {
  return locks.run(
    namedParts(document).id,
    async () => (await wholeDocuments.rename(document, newName, signal)).name,
    signal,
  );
}
