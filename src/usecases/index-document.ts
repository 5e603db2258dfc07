import { cutText } from "../domain/chunk-text.ts";
import { detectCategory } from "../domain/detect-category.ts";
import { type Category, documentTypeOf, isImageName, type StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { pointId } from "../domain/id.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import type { Chunk, ExtractedText, Point } from "../domain/passage.ts";
import type { ReadText, WorkSoFar } from "../ports/kept-work.ts";
import { embedRest } from "./embed-rest.ts";
import { followFileName } from "./follow-file-name.ts";
import type { Library } from "./library.ts";

/** The file that is to be indexed, and the job that it is done for. */
export interface IndexTask {
  jobId: string;
  documentId: string;
  userId: string;
  fileName: string;
}

export interface IndexedResult {
  documentId: string;
  documentName: string;
  chunks: number;
  category: Category;
}

/** Who follows the work. */
export interface IndexObserver {
  onProgress(progress: IndexProgress): void;
  /** Rejects where the result is no longer wanted; asked once, just before it is stored. */
  confirm(): Promise<void>;
}

/**
 * Makes a stored file findable: reads it, cuts it, embeds it and puts the chunks in the place of the old ones.
 * When it fails at any step, what was indexed before stays as it was. What was read and embedded is kept on the way: the
 * same job goes on from there when it is done again.
 */
export async function indexDocument(
  library: Library,
  task: IndexTask,
  { onProgress, confirm }: IndexObserver,
  signal: AbortSignal,
): Promise<IndexedResult> {
  const file = await library.files.find(task.documentId, signal);
  onProgress({ stage: "reading", done: 0, total: 1 });
  const work =
    (await library.keptWork.read(task.jobId, signal)) ??
    (await readAndKeep(library, { task, file }, onProgress, signal));
  const vectors = await embedRest(library, { jobId: task.jobId, work }, onProgress, signal);
  onProgress({ stage: "storing", done: 0, total: 1 });
  await confirm();
  const result = await store(library, { task, file, work, vectors }, signal);
  onProgress({ stage: "storing", done: 1, total: 1 });
  return result;
}

async function readAndKeep(
  library: Library,
  { task, file }: { task: IndexTask; file: StoredFile },
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<WorkSoFar> {
  const extracted = await readText(library, { file, name: task.fileName }, onProgress, signal);
  const chunks = await chunksOf(extracted, signal);
  if (chunks.length === 0) throw noText(task.fileName);
  const text = { pages: extracted.pages, opening: openingOf(extracted), chunks };
  await library.keptWork.begin(task.jobId, text, signal);
  return { ...text, kept: [] };
}

async function readText(
  library: Library,
  { file, name }: { file: StoredFile; name: string },
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<ExtractedText> {
  const bytes = await library.files.read(file.fileId, null, signal);
  if (isImageName(name)) {
    const description = await library.visionModel.describe({ name, bytes: await collect(bytes) }, signal);
    return {
      syntax: "plain",
      parts: [{ text: description, pageNumber: null, section: null }],
      pages: null,
    };
  }
  return library.extractor.extract(
    { name, sizeBytes: file.sizeBytes, bytes },
    (pages) => onProgress({ stage: "reading", ...pages }),
    signal,
  );
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(bytes));
}

/** How many chunks are cut before everybody else has a turn. */
const CHUNKS_A_TURN = 500;

async function chunksOf(extracted: ExtractedText, signal: AbortSignal): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const chunk of cutText(extracted)) {
    chunks.push(chunk);
    if (chunks.length % CHUNKS_A_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  return chunks;
}

function noText(fileName: string): AppError {
  return new AppError("no-text", "No extractable text found in the file", {
    details: `${fileName} holds no words that could be searched`,
  });
}

interface ReadyDocument {
  task: IndexTask;
  file: StoredFile;
  work: ReadText;
  vectors: readonly Float32Array[];
}

/** Writes the document, unless its file was deleted meanwhile; a rename that came meanwhile wins. */
function store(library: Library, ready: ReadyDocument, signal: AbortSignal): Promise<IndexedResult> {
  const { task, file, work } = ready;
  const { documentId, userId, fileName } = task;
  return library.locks.hold(
    documentId,
    async () => {
      const current = await library.files.find(documentId, signal);
      const documentName = current.name === file.name ? fileName : current.name;
      const category = detectCategory({ name: fileName, text: work.opening });
      const indexVersion = library.newId();
      await library.vectors.replaceDocument(
        {
          documentId,
          userId,
          documentName,
          documentType: documentTypeOf(fileName),
          category,
          pages: work.pages,
          size: file.sizeBytes,
          indexedAt: library.now().toISOString(),
          indexVersion,
        },
        work.chunks.map((chunk, i) => toPoint({ chunk, vector: ready.vectors[i], documentId, indexVersion })),
        signal,
      );
      const name = await nameAfter(library, { documentId, fileName: current.name }, signal);
      return { documentId, documentName: name ?? documentName, chunks: work.chunks.length, category };
    },
    signal,
  );
}

/** The name that another copy of the service gave the file meanwhile. A document whose file is gone goes too. */
async function nameAfter(
  library: Library,
  document: { documentId: string; fileName: string },
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await followFileName(library, document, signal);
  } catch (error) {
    if (error instanceof AppError && error.code === "file-not-found") {
      await library.vectors.removeDocument(document.documentId, signal);
    }
    throw error;
  }
}

const OPENING_LENGTH = 10_000;

function openingOf(extracted: ExtractedText): string {
  let opening = "";
  for (const part of extracted.parts) {
    if (opening.length >= OPENING_LENGTH) break;
    opening += `${part.text.slice(0, OPENING_LENGTH)}\n`;
  }
  return opening.slice(0, OPENING_LENGTH);
}

interface PointParts {
  chunk: Chunk;
  vector: Float32Array | undefined;
  documentId: string;
  indexVersion: string;
}

function toPoint({ chunk, vector, documentId, indexVersion }: PointParts): Point {
  if (vector === undefined) {
    throw new AppError("embedding-failed", "The embedder gave fewer vectors than there are chunks");
  }
  return { id: pointId(documentId, indexVersion, chunk.chunkIndex), chunk, vector };
}
