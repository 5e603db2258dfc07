import { sessionChecksum } from "../domain/checksum.ts";
import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import type { SessionStore } from "../ports/session-store.ts";
import type { ArchivedDocument } from "../ports/vector-archive.ts";
import { named } from "./finding.ts";
import {
  type CopiedSides,
  copyDocument,
  expectSameEmbedder,
  isSameIndexing,
  type MovedLibrary,
  type MoveProgress,
} from "./move-library.ts";

/** The side that is filled. Sessions that the other side no longer has are removed from it. */
interface GatheredLibrary extends MovedLibrary {
  sessions: Pick<SessionStore, "remove">;
}

interface Gathering extends CopiedSides {
  to: GatheredLibrary;
  onProgress(progress: MoveProgress): void;
}

/** How often what has changed meanwhile is fetched. All but the first time, that is little. */
const ROUNDS = 5;

/**
 * Copies a library that is in use, and what changes in it meanwhile for as long as that is not more and more. All that
 * was there before is in the copy, as it was then or later, and the copy fits together: each document has the name of
 * its file, and none is without its file that has one. What is in the copy already is left, so that a gathering that was stopped goes on.
 */
export async function gatherLibrary(
  { from, to }: { from: MovedLibrary; to: GatheredLibrary },
  onProgress: (progress: MoveProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const embedder = await expectSameEmbedder(from, to, signal);
  const gathering: Gathering = { from, to, embedder, onProgress, signal };
  for (let round = 1; ; round++) {
    const changes = (await gatherSessions(gathering)) + (await gatherFiles(gathering));
    const { copied, unsettled } = await gatherDocuments(gathering);
    const isQuiet = changes + copied + unsettled.length === 0;
    if (isQuiet || (round >= ROUNDS && unsettled.length === 0)) break;
    if (round >= ROUNDS) throw restless(unsettled);
  }
  await fitTogether(gathering);
}

async function gatherSessions({ from, to, onProgress, signal }: Gathering): Promise<number> {
  const present = new Map<string, string>();
  for await (const session of to.platformArchive.sessions(signal)) {
    present.set(session.$id, sessionChecksum(session));
  }
  let done = 0;
  let changes = 0;
  for await (const session of from.platformArchive.sessions(signal)) {
    if (present.get(session.$id) !== sessionChecksum(session)) {
      await to.platformArchive.putSession(session, signal);
      changes += 1;
    }
    present.delete(session.$id);
    done += 1;
    onProgress({ stage: "sessions", done, total: null });
  }
  for (const sessionId of present.keys()) await to.sessions.remove(sessionId, signal);
  return changes + present.size;
}

async function gatherFiles(gathering: Gathering): Promise<number> {
  const { from, to, onProgress, signal } = gathering;
  const present = new Map<string, StoredFile>();
  for await (const file of to.platformArchive.files(signal)) present.set(file.fileId, file);
  const files = await Array.fromAsync(from.platformArchive.files(signal));
  let changes = 0;
  for (const [done, file] of files.entries()) {
    onProgress({ stage: "files", done, total: files.length });
    if (await gatherFile(gathering, file, present.get(file.fileId))) changes += 1;
    present.delete(file.fileId);
  }
  onProgress({ stage: "files", done: files.length, total: files.length });
  for (const fileId of present.keys()) await to.files.remove(fileId, signal);
  return changes + present.size;
}

/** Whether something was changed; a file that is removed before it is read is no longer of this library. */
async function gatherFile(
  { from, to, signal }: Gathering,
  file: StoredFile,
  present: StoredFile | undefined,
): Promise<boolean> {
  const { fileId, name } = file;
  if (present?.sizeBytes === file.sizeBytes && present.userId === file.userId) {
    if (present.name === name) return false;
    await to.files.rename(fileId, name, signal);
    return true;
  }
  if (present !== undefined) await to.files.remove(fileId, signal);
  try {
    await to.platformArchive.putFile(file, await from.files.read(fileId, null, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    // Also where its bytes were no longer there in the middle of reading them.
    if ((await from.files.existing([fileId], signal)).has(fileId)) throw error;
  }
  return true;
}

interface GatheredDocuments {
  copied: number;
  /** Those that were indexed anew while they were being read. */
  unsettled: ArchivedDocument[];
}

async function gatherDocuments(gathering: Gathering): Promise<GatheredDocuments> {
  const { from, to, onProgress, signal } = gathering;
  const present = new Map<string, ArchivedDocument>();
  for await (const document of to.vectorArchive.documents(signal)) present.set(document.documentId, document);
  const documents = await Array.fromAsync(from.vectorArchive.documents(signal));
  const unsettled: ArchivedDocument[] = [];
  let copied = 0;
  for (const [done, document] of documents.entries()) {
    onProgress({ stage: "documents", done, total: documents.length });
    const before = present.get(document.documentId);
    present.delete(document.documentId);
    if (isSameIndexing(document, before)) continue;
    try {
      await copyDocument(gathering, document);
      copied += 1;
    } catch (error) {
      signal.throwIfAborted();
      if (await isStillThere(gathering, document)) throw error;
      unsettled.push(document);
    }
  }
  onProgress({ stage: "documents", done: documents.length, total: documents.length });
  for (const documentId of present.keys()) await to.vectors.removeDocument(documentId, signal);
  return { copied: copied + present.size, unsettled };
}

async function isStillThere({ from, signal }: Gathering, document: ArchivedDocument): Promise<boolean> {
  for await (const other of from.vectorArchive.documents(signal)) {
    if (other.documentId === document.documentId) return other.indexVersion === document.indexVersion;
  }
  return false;
}

/** What was copied last may have come, gone or been renamed since its other half was copied. */
async function fitTogether(gathering: Gathering): Promise<void> {
  const { from, to, signal } = gathering;
  const names = new Map<string, string>();
  for await (const { fileId, name } of to.platformArchive.files(signal)) names.set(fileId, name);
  const documents = await Array.fromAsync(to.vectorArchive.documents(signal));
  const lone = new Set<string>();
  for (const { documentId, documentName } of documents) {
    const name = names.get(documentId);
    if (name === undefined) lone.add(documentId);
    else if (name !== documentName) await to.vectors.renameDocument(documentId, name, signal);
  }
  if (lone.size === 0) return;
  // Only the file of a document may have been removed, so it counts whether the document is there after that.
  const withFile = await from.files.existing([...lone], signal);
  const stillThere = new Set<string>();
  for await (const { documentId } of from.vectorArchive.documents(signal)) stillThere.add(documentId);
  for (const documentId of lone) {
    if (stillThere.has(documentId) && !withFile.has(documentId)) continue;
    if (withFile.has(documentId) && (await fetchFile(gathering, documentId))) continue;
    await to.vectors.removeDocument(documentId, signal);
  }
}

/** Whether the file of a document could be had after all. */
async function fetchFile(gathering: Gathering, documentId: string): Promise<boolean> {
  const { from, to, signal } = gathering;
  try {
    const file = await from.files.find(documentId, signal);
    await gatherFile(gathering, file, undefined);
    await to.vectors.renameDocument(documentId, file.name, signal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "file-not-found") throw error;
  }
  return (await to.files.existing([documentId], signal)).has(documentId);
}

function restless(documents: readonly ArchivedDocument[]): AppError {
  const names = named(documents.map(({ documentName }) => documentName));
  return new AppError(
    "vector-store-failed",
    `These documents were indexed anew whenever they were read: ${names}`,
    {
      details: "Start it again when less is being indexed: what was copied stays",
    },
  );
}
