import { AppError } from "../domain/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { JobStore } from "../ports/job-store.ts";
import type { VectorGenerations } from "../ports/vector-generations.ts";
import type { VectorLeftovers } from "../ports/vector-leftovers.ts";
import type { WholeDocuments } from "../ports/whole-documents.ts";
import { type CheckedDocuments, checkDocuments } from "./check-documents.ts";
import { counted, type Finding, named } from "./finding.ts";
import type { AnyBackend } from "./library.ts";

/** What is looked at. The embedder is the bare one. */
export interface CheckedLibrary extends CheckedDocuments {
  backends: readonly AnyBackend[];
  embedder: Pick<Embedder, "identity" | "ready">;
  jobs: Pick<JobStore, "unfinished">;
  generations: Pick<VectorGenerations, "identity">;
  leftovers: VectorLeftovers;
  wholeDocuments: Pick<WholeDocuments, "unfinished" | "finish">;
  /** How many files were set aside, because nothing knows them. */
  setAside(): Promise<number>;
  /** What `provision` would renew, although everything works without that. */
  review(signal: AbortSignal): Promise<string[]>;
  provision(signal: AbortSignal): Promise<string[]>;
}

/** How long a backend may take to show that it works. */
const CHECK_LIMIT_MS = 15_000;
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
  yield* checkSetAside(library);
  yield* checkUnfinished(library, fix, signal);
  yield* checkDocuments(library, fix, signal);
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

async function* checkSetAside({ setAside }: CheckedLibrary): AsyncGenerator<Finding> {
  const count = await setAside();
  if (count === 0) return;
  yield {
    state: "note",
    message: `${counted(count, "file")} in the quarantine, because no record knows ${count === 1 ? "it" : "them"}`,
    advice: "They come back with a database that knows them, and go after 30 days",
  };
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
