import {
  documentChecksum,
  fileChecksum,
  isSameVector,
  sessionChecksum,
  totalChecksum,
} from "../domain/checksum.ts";
import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import type { Point } from "../domain/passage.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { PlatformArchive } from "../ports/platform-archive.ts";
import type { VectorArchive } from "../ports/vector-archive.ts";

/** A library, as far as it is compared. */
interface ComparedLibrary {
  files: Pick<FileStore, "read">;
  platformArchive: PlatformArchive;
  vectorArchive: VectorArchive;
}

/** What both libraries hold, and one number for all of it. */
export interface LibraryComparison {
  sessions: number;
  files: number;
  documents: number;
  chunks: number;
  checksum: string;
  /** How many things the second library holds beyond these. */
  others: number;
}

interface Comparison {
  from: ComparedLibrary;
  to: ComparedLibrary;
  signal: AbortSignal;
  /** By its name, the checksum of each thing on each side. */
  fromSums: Map<string, string>;
  toSums: Map<string, string>;
  onCompared(): void;
}

/**
 * Reads all of both libraries and compares them. Rejects where something of the first one is missing or different in
 * the second one, and names it.
 */
export async function compareLibraries(
  { from, to }: { from: ComparedLibrary; to: ComparedLibrary },
  onProgress: (done: number, total: number | null) => void,
  signal: AbortSignal,
): Promise<LibraryComparison> {
  let done = 0;
  const comparison: Comparison = {
    ...{ from, to, signal, fromSums: new Map(), toSums: new Map() },
    onCompared: () => onProgress(++done, null),
  };
  const sessions = await compareSessions(comparison);
  const files = await compareFiles(comparison);
  const { documents, chunks } = await compareDocuments(comparison);
  const { fromSums, toSums } = comparison;
  expectSame(fromSums, toSums);
  const others = toSums.size - fromSums.size;
  return { sessions, files, documents, chunks, checksum: totalChecksum(fromSums), others };
}

async function compareSessions({
  from,
  to,
  signal,
  fromSums,
  toSums,
  onCompared,
}: Comparison): Promise<number> {
  for await (const session of to.platformArchive.sessions(signal)) {
    toSums.set(`session ${session.$id}`, sessionChecksum(session));
  }
  let count = 0;
  for await (const session of from.platformArchive.sessions(signal)) {
    fromSums.set(`session ${session.$id}`, sessionChecksum(session));
    count += 1;
    onCompared();
  }
  return count;
}

async function compareFiles({ from, to, signal, fromSums, toSums, onCompared }: Comparison): Promise<number> {
  const present = await Array.fromAsync(to.platformArchive.files(signal));
  const targets = new Map(present.map((file) => [file.fileId, file]));
  const files = await Array.fromAsync(from.platformArchive.files(signal));
  for (const file of files) {
    const target = targets.get(file.fileId);
    const name = `file ${file.fileId}`;
    fromSums.set(name, await checksumOf(from, file, signal));
    if (target !== undefined) {
      toSums.set(name, await checksumOf(to, target, signal));
    }
    onCompared();
  }
  for (const { fileId } of present) if (!toSums.has(`file ${fileId}`)) toSums.set(`file ${fileId}`, "");
  return files.length;
}

async function checksumOf(
  { files }: ComparedLibrary,
  file: StoredFile,
  signal: AbortSignal,
): Promise<string> {
  const sum = fileChecksum(file);
  for await (const piece of await files.read(file.fileId, null, signal)) sum.add(piece);
  return sum.end();
}

async function compareDocuments({ from, to, signal, fromSums, toSums, onCompared }: Comparison) {
  const present = await Array.fromAsync(to.vectorArchive.documents(signal));
  const targets = new Map(present.map((document) => [document.documentId, document]));
  const documents = await Array.fromAsync(from.vectorArchive.documents(signal));
  for (const document of documents) {
    const target = targets.get(document.documentId);
    const name = `document ${document.documentId}`;
    const points = await from.vectorArchive.points(document, signal);
    fromSums.set(name, documentChecksum(document, points));
    if (target !== undefined) {
      const copies = await to.vectorArchive.points(target, signal);
      toSums.set(name, haveSameVectors(points, copies) ? documentChecksum(target, copies) : "other vectors");
    }
    onCompared();
  }
  for (const { documentId } of present) {
    if (!toSums.has(`document ${documentId}`)) toSums.set(`document ${documentId}`, "");
  }
  return { documents: documents.length, chunks: documents.reduce((sum, { chunks }) => sum + chunks, 0) };
}

function haveSameVectors(a: readonly Point[], b: readonly Point[]): boolean {
  return a.every(({ vector }, i) => {
    const other = b[i]?.vector;
    return other !== undefined && isSameVector(vector, other);
  });
}

/** How many differences a message names. */
const NAMED = 5;

function expectSame(fromSums: ReadonlyMap<string, string>, toSums: ReadonlyMap<string, string>): void {
  const wrong = [...fromSums].filter(([name, sum]) => toSums.get(name) !== sum).map(([name]) => name);
  if (wrong.length === 0) return;
  const more = wrong.length > NAMED ? ` and ${wrong.length - NAMED} more` : "";
  throw new AppError(
    "storage-failed",
    `The two libraries differ in ${wrong.slice(0, NAMED).join(", ")}${more}`,
    {
      details:
        "Something wrote to one of them meanwhile, or what lay in the target was something else: remove that from the target and move again while nothing writes",
    },
  );
}
