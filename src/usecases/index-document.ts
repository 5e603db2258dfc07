import { detectCategory } from "../domain/detect-category.ts";
import { type Category, documentTypeOf, isImageName, type StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { pointId } from "../domain/id.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import type { Chunk, CutDocument, Point } from "../domain/passage.ts";
import { inTurns } from "../flow/in-turns.ts";
import type { WorkSoFar } from "../ports/kept-work.ts";
import { embedRest } from "./embed-rest.ts";
import { findOwnFile } from "./find-own-file.ts";
import { followFileName } from "./follow-file-name.ts";
import type { Library } from "./library.ts";

/** The file that is to be indexed, and the job that it is done for. */
interface IndexTask {
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
interface IndexObserver {
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
  const file = await findOwnFile(library, task, signal);
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
  const document = await readDocument(library, { file, name: task.fileName }, onProgress, signal);
  if (document.chunks.length === 0) throw noText(task.fileName);
  await library.keptWork.begin(task.jobId, document, signal);
  return { ...document, kept: [] };
}

/** The chunks of a file; those of an image are of what a model says about it. */
async function readDocument(
  library: Library,
  { file, name }: { file: StoredFile; name: string },
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<CutDocument> {
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

interface ReadyDocument {
  task: IndexTask;
  file: StoredFile;
  work: CutDocument;
  vectors: readonly Float32Array[];
}

/** Writes the document, unless its file was deleted meanwhile; a rename that came meanwhile wins. */
function store(library: Library, ready: ReadyDocument, signal: AbortSignal): Promise<IndexedResult> {
  const { task, file, work } = ready;
  const { documentId, userId, fileName } = task;
  return library.locks.run(
    documentId,
    async () => {
      const current = await findOwnFile(library, task, signal);
      const documentName = current.name === file.name ? fileName : current.name;
      const category = detectCategory({ name: fileName, text: work.opening });
      const indexVersion = library.newId();
      const points = await inTurns(pointsOf(ready, indexVersion), signal);
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
          embedder: library.embedder.identity,
        },
        points,
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

/** How many points are made before everybody else has a turn. */
const POINTS_A_TURN = 500;

function* pointsOf({ task, work, vectors }: ReadyDocument, indexVersion: string): Generator<void, Point[]> {
  const points: Point[] = [];
  for (const [i, chunk] of work.chunks.entries()) {
    if (i % POINTS_A_TURN === POINTS_A_TURN - 1) yield;
    points.push(toPoint({ chunk, vector: vectors[i], documentId: task.documentId, indexVersion }));
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
