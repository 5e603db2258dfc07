import { AppError } from "../domain/errors.ts";
import { type Patience, waitAsAsked } from "../flow/wait-as-asked.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { VectorArchive } from "../ports/vector-archive.ts";
import type { PendingDocument, VectorGenerations } from "../ports/vector-generations.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import { embedDocuments, type ReadDocument } from "./embed-documents.ts";

/** Whose vectors are made anew, and by whom. The embedder is the bare one: a guarded one would refuse. */
export interface ReembeddedLibrary extends Pick<Patience, "wait"> {
  vectors: Pick<VectorStore, "listChunks">;
  vectorArchive: Pick<VectorArchive, "documents">;
  generations: VectorGenerations;
  embedder: Embedder;
}

/** How far it is, what earlier runs have staged included. The totals change where documents come or go meanwhile. */
export interface ReembedProgress {
  documents: number;
  totalDocuments: number;
  /** Those that have their vectors, also where their document lacks others yet. */
  chunks: number;
  totalChunks: number;
  /** How long nothing happens from now on, because the provider of the model asks for it; else 0. */
  waitMs: number;
}

/** What was done: from which embedder to which, and how much of it in this run. */
export interface ReembedResult {
  from: string | null;
  to: string;
  documents: number;
  chunks: number;
}

/**
 * Embeds every document again, beside the vectors that searches go on to see, and switches when all are there.
 * It can be stopped at any moment: a document is staged when all of its vectors have come, and the next run goes on
 * from there. A provider that asks to be left alone for some minutes is.
 */
export async function reembedLibrary(
  library: ReembeddedLibrary,
  onProgress: (progress: ReembedProgress) => void,
  signal: AbortSignal,
): Promise<ReembedResult> {
  const { generations, embedder } = library;
  const run: Run = { library, onProgress, signal, documents: 0, chunks: 0, missed: new Set() };
  await getReady(run);
  const from = await generations.identity(signal);
  while (true) {
    const pending = await generations.pending(embedder.identity, signal);
    if (pending.length > 0) await embedAll(run, pending);
    else if (await complete(run)) break;
  }
  return { from, to: embedder.identity, documents: run.documents, chunks: run.chunks };
}

interface Run {
  library: ReembeddedLibrary;
  onProgress: (progress: ReembedProgress) => void;
  signal: AbortSignal;
  documents: number;
  chunks: number;
  /** Versions of documents that were no longer there when their turn came. */
  missed: Set<string>;
}

async function getReady({ library, onProgress, signal }: Run): Promise<void> {
  const nothing = { documents: 0, totalDocuments: 0, chunks: 0, totalChunks: 0 };
  const onWait = (waitMs: number) => onProgress({ ...nothing, waitMs });
  const patience = { done: () => 0, onWait, wait: library.wait };
  await waitAsAsked(() => library.embedder.ready(signal), patience, signal);
}

async function embedAll(run: Run, pending: readonly PendingDocument[]): Promise<void> {
  const { library, signal } = run;
  const { embedder, wait } = library;
  const left = countOf(pending);
  const total = atLeast(await countAll(run), left);
  /** Chunks whose documents are not staged yet. */
  let unstaged = 0;
  const report = (waitMs = 0) =>
    run.onProgress({
      documents: total.documents - left.documents,
      totalDocuments: total.documents,
      chunks: total.chunks - left.chunks + unstaged,
      totalChunks: total.chunks,
      waitMs,
    });
  report();
  for (const group of groupsOf(pending)) {
    let staged = 0;
    const onEmbedded = (chunks: number) => {
      unstaged = chunks - staged;
      report();
    };
    const keep = async (document: PendingDocument, vectors: readonly Float32Array[]) => {
      if (!(await stage(run, document, vectors))) return;
      staged += document.chunks;
      unstaged -= document.chunks;
      left.documents -= 1;
      left.chunks -= document.chunks;
      report();
    };
    const options = { embedder, wait, keep, onEmbedded, onWait: report };
    await embedDocuments(await readGroup(run, group), options, signal);
  }
}

interface Count {
  documents: number;
  chunks: number;
}

/** A document may go between the two countings. */
function atLeast(total: Count, left: Count): Count {
  return {
    documents: Math.max(total.documents, left.documents),
    chunks: Math.max(total.chunks, left.chunks),
  };
}

async function countAll({ library, signal }: Run): Promise<Count> {
  return countOf(await Array.fromAsync(library.vectorArchive.documents(signal)));
}

function countOf(documents: readonly { chunks: number }[]): Count {
  return { documents: documents.length, chunks: documents.reduce((sum, { chunks }) => sum + chunks, 0) };
}

/** How many chunks are held at once: enough for an embedder to have full batches in flight nearly all of the time. */
const GROUP_CHUNKS = 2_000;

/** The documents in their order, small ones together: an embedder takes many texts at once more readily. */
function* groupsOf(documents: readonly PendingDocument[]): Generator<PendingDocument[]> {
  let group: PendingDocument[] = [];
  let chunks = 0;
  for (const document of documents) {
    if (group.length > 0 && chunks + document.chunks > GROUP_CHUNKS) {
      yield group;
      group = [];
      chunks = 0;
    }
    group.push(document);
    chunks += document.chunks;
  }
  if (group.length > 0) yield group;
}

/** How long it may take to put a document's vectors aside. */
const STAGING_LIMIT_MS = 120_000;

/** Whether the vectors were put aside; also where the run is stopped in that moment, for they were dear. */
async function stage(
  run: Run,
  document: PendingDocument,
  vectors: readonly Float32Array[],
): Promise<boolean> {
  const { generations, embedder } = run.library;
  const limit = AbortSignal.timeout(STAGING_LIMIT_MS);
  if (!(await generations.stage(embedder.identity, document, vectors, limit))) {
    miss(run, document);
    return false;
  }
  run.documents += 1;
  run.chunks += document.chunks;
  return true;
}

async function readGroup(run: Run, group: readonly PendingDocument[]): Promise<ReadDocument[]> {
  const whole: ReadDocument[] = [];
  for (const document of group) {
    const texts = await readTexts(run.library.vectors, document, run.signal);
    if (texts.length === document.chunks) whole.push({ document, texts });
    else miss(run, document);
  }
  return whole;
}

/** How many texts are read at once. */
const PAGE_CHUNKS = 500;

/** The document's texts in their order; more or fewer than it had where it changed meanwhile. */
async function readTexts(
  vectors: ReembeddedLibrary["vectors"],
  document: PendingDocument,
  signal: AbortSignal,
): Promise<string[]> {
  const texts: string[] = [];
  while (true) {
    const { chunks } = await vectors.listChunks(document, { from: texts.length, limit: PAGE_CHUNKS }, signal);
    texts.push(...chunks.map(({ chunkText }) => chunkText));
    if (chunks.length < PAGE_CHUNKS) return texts;
  }
}

/** A document that changed is pending again as another version. One that fails twice is damaged, and would for ever. */
function miss({ missed }: Run, { documentId, indexVersion }: PendingDocument): void {
  const key = `${documentId} ${indexVersion}`;
  if (missed.has(key)) {
    throw new AppError("vector-store-failed", `The document ${documentId} cannot be embedded again`, {
      details:
        "What is stored of it does not fit together. Remove it, run this again, and then index it anew",
    });
  }
  missed.add(key);
}

/** Whether the switch was made; not where a document came in the last moment. */
async function complete({ library, signal }: Run): Promise<boolean> {
  const { generations, embedder } = library;
  try {
    await generations.complete(embedder.identity, signal);
    return true;
  } catch (error) {
    const pending = await generations.pending(embedder.identity, signal);
    if (pending.length === 0) throw error;
    return false;
  }
}
