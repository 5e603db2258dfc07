import { AppError } from "../domain/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { PendingDocument, VectorGenerations } from "../ports/vector-generations.ts";
import type { VectorStore } from "../ports/vector-store.ts";

/** Whose vectors are made anew, and by whom. The embedder is the bare one: a guarded one would refuse. */
export interface ReembeddedLibrary {
  vectors: Pick<VectorStore, "listChunks">;
  generations: VectorGenerations;
  embedder: Embedder;
}

/** How far it is. The totals grow where documents come meanwhile; what earlier runs have staged is not counted. */
export interface ReembedProgress {
  documents: number;
  totalDocuments: number;
  chunks: number;
  totalChunks: number;
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
 * It can be stopped at any moment: what is staged stays, and the next run goes on from there.
 */
export async function reembedLibrary(
  library: ReembeddedLibrary,
  onProgress: (progress: ReembedProgress) => void,
  signal: AbortSignal,
): Promise<ReembedResult> {
  const { generations, embedder } = library;
  await embedder.ready(signal);
  const from = await generations.identity(signal);
  const run: Run = { library, onProgress, signal, documents: 0, chunks: 0, missed: new Set() };
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

async function embedAll(run: Run, pending: readonly PendingDocument[]): Promise<void> {
  const totalDocuments = run.documents + pending.length;
  const totalChunks = run.chunks + pending.reduce((sum, { chunks }) => sum + chunks, 0);
  const report = (embedding: number) => {
    const { documents, chunks } = run;
    run.onProgress({ documents, totalDocuments, chunks: chunks + embedding, totalChunks });
  };
  report(0);
  for (const group of groupsOf(pending)) {
    await embedGroup(run, group, report);
    report(0);
  }
}

/** How many chunks are embedded in one go: enough to fill the batches that an embedder has in flight. */
const GROUP_CHUNKS = 400;

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

async function embedGroup(
  run: Run,
  group: readonly PendingDocument[],
  onEmbedded: (chunks: number) => void,
): Promise<void> {
  const { library, signal } = run;
  const { generations, embedder } = library;
  const whole: { document: PendingDocument; texts: string[] }[] = [];
  for (const document of group) {
    const texts = await readTexts(library.vectors, document, signal);
    if (texts.length === document.chunks) whole.push({ document, texts });
    else miss(run, document);
  }
  const texts = whole.flatMap((read) => read.texts);
  const vectors = texts.length === 0 ? [] : await embedder.embedPassages(texts, onEmbedded, signal);
  let from = 0;
  for (const { document } of whole) {
    const own = vectors.slice(from, from + document.chunks);
    from += document.chunks;
    if (await generations.stage(embedder.identity, document, own, signal)) {
      run.documents += 1;
      run.chunks += document.chunks;
    } else {
      miss(run, document);
    }
  }
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
