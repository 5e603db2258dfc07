import { sessionChecksum } from "../domain/checksum.ts";
import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { newId, pointId } from "../domain/id.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { PlatformArchive } from "../ports/platform-archive.ts";
import type { ArchivedDocument, VectorArchive } from "../ports/vector-archive.ts";
import type { VectorGenerations } from "../ports/vector-generations.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import { compareLibraries, type LibraryComparison } from "./compare-libraries.ts";

/** One side of a move. */
export interface MovedLibrary {
  files: FileStore;
  platformArchive: PlatformArchive;
  vectors: VectorStore;
  vectorArchive: VectorArchive;
  generations: Pick<VectorGenerations, "identity" | "adopt">;
}

/** How far it is; `total` is null where nobody knows before the end. */
export interface MoveProgress {
  stage: "sessions" | "files" | "documents" | "comparing";
  done: number;
  total: number | null;
}

/** What was copied in this run, and what both sides hold now. */
export interface MoveResult extends LibraryComparison {
  copied: { sessions: number; files: number; documents: number };
}

type OnProgress = (progress: MoveProgress) => void;

/**
 * Copies all sessions, files and documents from one library to another under their own ids, and compares the two at
 * the end. What is there already is left, so that a move that was stopped goes on where it was. The source is only read.
 */
export async function moveLibrary(
  { from, to }: { from: MovedLibrary; to: MovedLibrary },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<MoveResult> {
  await expectSomething(from, signal);
  const embedder = await expectSameEmbedder(from, to, signal);
  const move: Move = { from, to, embedder, onProgress, signal };
  const copied = {
    sessions: await moveSessions(move),
    files: await moveFiles(move),
    documents: await moveDocuments(move),
  };
  const report = (done: number, total: number | null) => onProgress({ stage: "comparing", done, total });
  return { copied, ...(await compareLibraries({ from, to }, report, signal)) };
}

/** The two sides, and who made the vectors of the source, and so those of the target. */
export interface CopiedSides {
  from: MovedLibrary;
  to: MovedLibrary;
  embedder: string | null;
  signal: AbortSignal;
}

interface Move extends CopiedSides {
  onProgress: OnProgress;
}

/** A place that holds nothing is rather a mistyped one. */
async function expectSomething(
  { platformArchive, vectorArchive }: MovedLibrary,
  signal: AbortSignal,
): Promise<void> {
  for await (const _file of platformArchive.files(signal)) return;
  for await (const _session of platformArchive.sessions(signal)) return;
  for await (const _document of vectorArchive.documents(signal)) return;
  throw new AppError("invalid-input", "The source holds nothing: no session, no file and no document", {
    details: "Look whether --from names the right place",
  });
}

/** Who made the vectors of both sides. */
export async function expectSameEmbedder(
  from: MovedLibrary,
  to: MovedLibrary,
  signal: AbortSignal,
): Promise<string | null> {
  const identity = await from.generations.identity(signal);
  if (identity === null) return null;
  const recorded = await to.generations.adopt(identity, signal);
  if (recorded === identity) return identity;
  throw new AppError(
    "embedder-changed",
    `The source was embedded by ${identity}, but the target holds vectors of ${recorded}`,
    { details: "Their vectors must not mix: re-embed one of the two first, or move into an empty library" },
  );
}

async function moveSessions({ from, to, onProgress, signal }: Move): Promise<number> {
  const present = new Map<string, string>();
  for await (const session of to.platformArchive.sessions(signal)) {
    present.set(session.$id, sessionChecksum(session));
  }
  let done = 0;
  let copied = 0;
  for await (const session of from.platformArchive.sessions(signal)) {
    if (present.get(session.$id) !== sessionChecksum(session)) {
      await to.platformArchive.putSession(session, signal);
      copied += 1;
    }
    done += 1;
    onProgress({ stage: "sessions", done, total: null });
  }
  return copied;
}

async function moveFiles(move: Move): Promise<number> {
  const { from, to, onProgress, signal } = move;
  const present = await collectBy(to.platformArchive.files(signal), ({ fileId }) => fileId);
  const files = await Array.fromAsync(from.platformArchive.files(signal));
  let copied = 0;
  for (const [done, file] of files.entries()) {
    onProgress({ stage: "files", done, total: files.length });
    if (await moveFile(move, file, present.get(file.fileId))) copied += 1;
  }
  onProgress({ stage: "files", done: files.length, total: files.length });
  return copied;
}

/** Whether the file was copied; one that is there with as many bytes is taken for the same until the comparison. */
async function moveFile({ from, to, signal }: Move, file: StoredFile, present: StoredFile | undefined) {
  const { fileId } = file;
  try {
    if (present?.sizeBytes === file.sizeBytes && present.userId === file.userId) {
      if (present.name !== file.name) await to.files.rename(fileId, file.name, signal);
      return false;
    }
    if (present !== undefined) await to.files.remove(fileId, signal);
    await to.platformArchive.putFile(file, await from.files.read(fileId, null, signal), signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    throw failedAt(`the file ${file.name} (${fileId})`, error);
  }
}

async function moveDocuments(move: Move): Promise<number> {
  const { from, to, onProgress, signal } = move;
  const present = await collectBy(to.vectorArchive.documents(signal), ({ documentId }) => documentId);
  const documents = await Array.fromAsync(from.vectorArchive.documents(signal));
  let copied = 0;
  for (const [done, document] of documents.entries()) {
    onProgress({ stage: "documents", done, total: documents.length });
    if (isSameIndexing(document, present.get(document.documentId))) continue;
    try {
      await copyDocument(move, document);
    } catch (error) {
      signal.throwIfAborted();
      throw failedAt(`the document ${document.documentName} (${document.documentId})`, error);
    }
    copied += 1;
  }
  onProgress({ stage: "documents", done: documents.length, total: documents.length });
  return copied;
}

/** Under a version of its own: an attempt before this one may have left something under the old one. */
export async function copyDocument(
  { from, to, embedder, signal }: CopiedSides,
  document: ArchivedDocument,
): Promise<void> {
  const points = await from.vectorArchive.points(document, signal);
  const indexVersion = newId();
  await to.vectors.replaceDocument(
    { ...document, indexVersion, embedder },
    points.map(({ chunk, vector }) => {
      return { id: pointId(document.documentId, indexVersion, chunk.chunkIndex), chunk, vector };
    }),
    signal,
  );
}

/** Whether two documents are of one indexing, so that the one need not be copied over the other. */
export function isSameIndexing(a: ArchivedDocument, b: ArchivedDocument | undefined): boolean {
  return (
    b !== undefined &&
    a.userId === b.userId &&
    a.indexedAt === b.indexedAt &&
    a.chunks === b.chunks &&
    a.documentName === b.documentName
  );
}

async function collectBy<T>(items: AsyncIterable<T>, keyOf: (item: T) => string): Promise<Map<string, T>> {
  const collected = new Map<string, T>();
  for await (const item of items) collected.set(keyOf(item), item);
  return collected;
}

/** The failure with what it happened at: what was copied before stays. */
function failedAt(what: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const details = [error.details, "What was copied stays: start the move again to go on"];
  return new AppError(error.code, `${error.message}, at ${what}`, {
    details: details.filter((line) => line !== undefined).join(". "),
    cause: error,
  });
}
