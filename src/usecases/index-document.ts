import { detectCategory } from "../domain/detect-category.ts";
import { type Category, documentTypeOf, isImageName, type StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { pointId } from "../domain/id.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import type { Chunk, CutDocument, Point } from "../domain/passage.ts";
import { findOwnFile } from "./find-own-file.ts";
import { followFileName } from "./follow-file-name.ts";
import { inTurns } from "./in-turns.ts";
import type { Library } from "./library.ts";

export interface IndexRequest {
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

/**
 * Makes a stored file findable: reads it, cuts it, embeds it and puts the chunks in the place of the old ones.
 * When it fails at any step, what was indexed before stays as it was.
 */
export async function indexDocument(
  library: Library,
  request: IndexRequest,
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<IndexedResult> {
  const file = await findOwnFile(library, request, signal);
  onProgress({ stage: "waiting", done: 0, total: 1 });
  return library.indexing.pass(async () => {
    const document = await readDocument(library, { file, name: request.fileName }, onProgress, signal);
    if (document.chunks.length === 0) throw noText(request.fileName);
    const vectors = await embedChunks(library, document.chunks, onProgress, signal);
    onProgress({ stage: "storing", done: 0, total: 1 });
    const result = await store(library, { request, file, document, vectors }, signal);
    onProgress({ stage: "storing", done: 1, total: 1 });
    return result;
  }, signal);
}

/** The chunks of a file; those of an image are of what a model says about it. */
async function readDocument(
  library: Library,
  { file, name }: { file: StoredFile; name: string },
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<CutDocument> {
  onProgress({ stage: "reading", done: 0, total: 1 });
  const source = { name, sizeBytes: file.sizeBytes, bytes: bytesOf(library, file.fileId, signal) };
  if (isImageName(name)) {
    return library.extractor.cut(await library.visionModel.describe(source, signal), signal);
  }
  return library.extractor.extract(source, (pages) => onProgress({ stage: "reading", ...pages }), signal);
}

/** The bytes of a file, which is opened only when somebody wants them. */
async function* bytesOf(library: Library, fileId: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* await library.files.read(fileId, null, signal);
}

function noText(fileName: string): AppError {
  return new AppError("no-text", "No extractable text found in the file", {
    details: `${fileName} holds no words that could be searched`,
  });
}

async function embedChunks(
  library: Library,
  chunks: readonly Chunk[],
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const total = chunks.length;
  onProgress({ stage: "embedding", done: 0, total });
  const texts = chunks.map((chunk) => chunk.text);
  let done = 0;
  return library.embedder.embedPassages(
    texts,
    (_from, vectors) => {
      done += vectors.length;
      onProgress({ stage: "embedding", done, total });
    },
    signal,
  );
}

interface ReadyDocument {
  request: IndexRequest;
  file: StoredFile;
  document: CutDocument;
  vectors: readonly Float32Array[];
}

/** Writes the document, unless its file was deleted meanwhile; a rename that came meanwhile wins. */
function store(library: Library, ready: ReadyDocument, signal: AbortSignal): Promise<IndexedResult> {
  const { request, file } = ready;
  const { chunks, opening, pages } = ready.document;
  const { documentId, userId, fileName } = request;
  return library.locks.hold(
    documentId,
    async () => {
      const current = await findOwnFile(library, request, signal);
      const documentName = current.name === file.name ? fileName : current.name;
      const category = detectCategory({ name: fileName, text: opening });
      const indexVersion = library.newId();
      const points = await inTurns(pointsOf(ready, indexVersion), signal);
      await library.vectors.replaceDocument(
        {
          documentId,
          userId,
          documentName,
          documentType: documentTypeOf(fileName),
          category,
          pages,
          size: file.sizeBytes,
          indexedAt: library.now().toISOString(),
          indexVersion,
        },
        points,
        signal,
      );
      const name = await nameAfter(library, { documentId, fileName: current.name }, signal);
      return { documentId, documentName: name ?? documentName, chunks: chunks.length, category };
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

/** How many points are made before everybody else has a turn. */
const POINTS_A_TURN = 500;

function* pointsOf(
  { request, document, vectors }: ReadyDocument,
  indexVersion: string,
): Generator<void, Point[]> {
  const points: Point[] = [];
  for (const [i, chunk] of document.chunks.entries()) {
    if (i % POINTS_A_TURN === POINTS_A_TURN - 1) yield;
    points.push(toPoint({ chunk, vector: vectors[i], documentId: request.documentId, indexVersion }));
  }
  return points;
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
