import { AppError } from "../domain/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { JobStore } from "../ports/job-store.ts";
import type { PlatformArchive } from "../ports/platform-archive.ts";
import type { ArchivedDocument, VectorArchive } from "../ports/vector-archive.ts";
import type { VectorGenerations } from "../ports/vector-generations.ts";
import type { VectorLeftovers } from "../ports/vector-leftovers.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import type { WholeDocuments } from "../ports/whole-documents.ts";
import type { AnyBackend } from "./library.ts";

/** What is looked at. The embedder is the bare one. */
export interface CheckedLibrary {
  backends: readonly AnyBackend[];
  embedder: Pick<Embedder, "identity" | "ready">;
  files: Pick<FileStore, "existing">;
  platformArchive: Pick<PlatformArchive, "files">;
  vectors: Pick<VectorStore, "removeDocument" | "renameDocument">;
  jobs: Pick<JobStore, "unfinished">;
  vectorArchive: Pick<VectorArchive, "documents">;
  generations: Pick<VectorGenerations, "identity">;
  leftovers: VectorLeftovers;
  wholeDocuments: Pick<WholeDocuments, "unfinished" | "finish">;
  /** What `provision` would renew, although everything works without that. */
  review(signal: AbortSignal): Promise<string[]>;
  provision(signal: AbortSignal): Promise<string[]>;
}

/** One thing that was looked at. A note is worth knowing and no fault. */
export interface Finding {
  state: "ok" | "note" | "wrong" | "fixed";
  message: string;
  /** What to do. */
  advice?: string;
}

/** How long a backend may take to show that it works. */
const CHECK_LIMIT_MS = 15_000;
/** How many things a message names. */
const NAMED = 5;

/** Looks whether every backend works and everything fits together; repairs what can be repaired where `fix` says so. */
export async function* checkLibrary(
  library: CheckedLibrary,
  fix: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const broken = new Set<string>();
  for (const backend of library.backends) {
    const finding = await checkBackend(backend, signal);
    if (finding.state === "wrong") broken.add(backend.port);
    yield finding;
  }
  if (broken.has("vectors")) return;
  if (!broken.has("embedder")) yield await checkEmbedder(library, signal);
  yield* checkSettings(library, fix, signal);
  yield await checkLeftovers(library, fix, signal);
  if (!broken.has("sessions")) yield await checkJobs(library, signal);
  if (broken.has("files")) return;
  yield* checkUnfinished(library, fix, signal);
  yield* checkOrphans(library, fix, signal);
}

async function checkBackend(backend: AnyBackend, signal: AbortSignal): Promise<Finding> {
  const { port, name } = backend;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_LIMIT_MS)]);
  try {
    await backend.check(limit);
    const silent = "nodes" in backend ? (await backend.nodes(limit)).filter(({ isReady }) => !isReady) : [];
    if (silent.length === 0) return { state: "ok", message: `${port}: ${name}` };
    const names = silent.map((node) => node.name).join(", ");
    return { state: "note", message: `${port}: ${name} works, although these of its nodes do not: ${names}` };
  } catch (error) {
    signal.throwIfAborted();
    const { message, details } = wordsOf(error);
    return { state: "wrong", message: `${port}: ${name}: ${message}`, ...(details && { advice: details }) };
  }
}

function wordsOf(error: unknown): { message: string; details?: string } {
  if (!(error instanceof AppError)) return { message: "does not answer" };
  return { message: error.message, ...(error.details !== undefined && { details: error.details }) };
}

async function checkEmbedder(library: CheckedLibrary, signal: AbortSignal): Promise<Finding> {
  try {
    await library.embedder.ready(signal);
  } catch (error) {
    signal.throwIfAborted();
    const { message, details } = wordsOf(error);
    return { state: "wrong", message: `embedder: ${message}`, ...(details && { advice: details }) };
  }
  const recorded = await library.generations.identity(signal);
  const { identity } = library.embedder;
  if (recorded === null) return { state: "ok", message: "embedder of the library: none yet" };
  if (recorded === identity) return { state: "ok", message: `embedder of the library: ${recorded}` };
  return {
    state: "wrong",
    message: `the documents were embedded by ${recorded}, but ${identity} is configured now`,
    advice: "Run `npm run carrel -- reembed`, or set EMBEDDING_MODEL back to what it was",
  };
}

/** What a backend has been given and could have better. */
async function* checkSettings(
  library: CheckedLibrary,
  fix: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const lacking = [...(await library.review(signal))];
  if (lacking.length > 0 && fix) await library.provision(signal);
  for (const message of lacking) {
    if (fix) yield { state: "fixed", message };
    else yield { state: "wrong", message, advice: "Run `npm run carrel -- provision` to change that" };
  }
}

async function checkLeftovers(
  { leftovers }: CheckedLibrary,
  fix: boolean,
  signal: AbortSignal,
): Promise<Finding> {
  const found = fix ? await leftovers.removeLeftovers(signal) : await leftovers.leftovers(signal);
  if (found.length === 0) return { state: "ok", message: "no leftovers of interrupted writes" };
  const message = `${counted(found.length, "leftover")} of interrupted writes`;
  return fix
    ? { state: "fixed", message: `removed ${message}` }
    : { state: "wrong", message, advice: "They take room and nothing else: `--fix` removes them" };
}

/** Changes of file and passages that whoever began them did not end. */
async function* checkUnfinished(
  { wholeDocuments }: CheckedLibrary,
  fix: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const found = fix ? await wholeDocuments.finish(signal) : await wholeDocuments.unfinished(signal);
  if (found.length === 0) return;
  const message = `${counted(found.length, "rename or removal", "renames and removals")} not ended`;
  yield fix
    ? { state: "fixed", message: `ended ${message}` }
    : { state: "wrong", message, advice: "The service ends them within minutes, `--fix` at once" };
}

/** How many waiting jobs of each user are named. */
const JOBS_PER_USER = 1_000;

/** Unfinished work is no fault: a service that runs ends it. */
async function checkJobs({ jobs }: CheckedLibrary, signal: AbortSignal): Promise<Finding> {
  try {
    const unfinished = await jobs.unfinished(JOBS_PER_USER, signal);
    if (unfinished.length === 0) return { state: "ok", message: "no unfinished indexing" };
    const names = named(unfinished.map(({ job }) => job.fileName));
    return {
      state: "note",
      message: `${counted(unfinished.length, "unfinished indexing")}: ${names}`,
      advice: "A service that runs goes on with them by itself",
    };
  } catch (error) {
    signal.throwIfAborted();
    const { message, details } = wordsOf(error);
    return { state: "wrong", message: `indexing jobs: ${message}`, ...(details && { advice: details }) };
  }
}

async function* checkOrphans(
  library: CheckedLibrary,
  fix: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const unindexed = new Map<string, string>();
  for await (const { fileId, name } of library.platformArchive.files(signal)) unindexed.set(fileId, name);
  const files = unindexed.size;
  const suspects: ArchivedDocument[] = [];
  const misnamed: Misnamed[] = [];
  let documents = 0;
  for await (const document of library.vectorArchive.documents(signal)) {
    documents += 1;
    const { documentId, documentName } = document;
    const fileName = unindexed.get(documentId);
    if (fileName === undefined) suspects.push(document);
    else if (fileName !== documentName) misnamed.push({ documentId, documentName, fileName });
    unindexed.delete(documentId);
  }
  yield { state: "ok", message: `${counted(files, "file")}, ${counted(documents, "indexed document")}` };
  yield await checkVectorsWithoutFile(library, { suspects, fix }, signal);
  yield* checkNames(library, { misnamed, fix }, signal);
  yield unindexed.size === 0
    ? { state: "ok", message: "every file is indexed" }
    : {
        state: "note",
        message: `${counted(unindexed.size, "file")} without vectors: ${named([...unindexed.values()])}`,
        advice: "Index them where they should be found",
      };
}

/** A file may have come since the files were listed, so each is looked for once more. */
async function checkVectorsWithoutFile(
  { files, vectors }: CheckedLibrary,
  { suspects, fix }: { suspects: readonly ArchivedDocument[]; fix: boolean },
  signal: AbortSignal,
): Promise<Finding> {
  const ids = suspects.map(({ documentId }) => documentId);
  const existing = ids.length === 0 ? new Set<string>() : await files.existing(ids, signal);
  const orphans = suspects.filter(({ documentId }) => !existing.has(documentId));
  if (orphans.length === 0) return { state: "ok", message: "every indexed document has its file" };
  const names = named(orphans.map(({ documentName }) => documentName));
  const message = `${counted(orphans.length, "document")} without a file: ${names}`;
  if (!fix) {
    return {
      state: "wrong",
      message,
      advice: "They are still found by searches: `--fix` removes their vectors",
    };
  }
  for (const { documentId } of orphans) await vectors.removeDocument(documentId, signal);
  return { state: "fixed", message: `removed the vectors of ${message}` };
}

interface Misnamed {
  documentId: string;
  documentName: string;
  fileName: string;
}

/** A rename that was broken off leaves two names. */
async function* checkNames(
  { vectors }: CheckedLibrary,
  { misnamed, fix }: { misnamed: readonly Misnamed[]; fix: boolean },
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  if (misnamed.length === 0) return;
  const both = misnamed.map(({ documentName, fileName }) => `${documentName} (file: ${fileName})`);
  const message = `${counted(misnamed.length, "document")} named otherwise than the file: ${named(both)}`;
  if (!fix) {
    yield { state: "wrong", message, advice: "`--fix` gives the passages the names of their files" };
    return;
  }
  for (const { documentId, fileName } of misnamed) await vectors.renameDocument(documentId, fileName, signal);
  yield { state: "fixed", message: `gave the name of the file to ${message}` };
}

function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

function named(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return `${names.slice(0, NAMED).join(", ")}${more}`;
}
