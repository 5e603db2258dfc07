import { createHash } from "node:crypto";
import type { Document, StoredFile } from "./document.ts";
import type { Point } from "./passage.ts";
import type { Session } from "./session.ts";

/** A number for all that a session holds. */
export function sessionChecksum(session: Session): string {
  const { $id, userId, title, messages, selectedDocument, createdAt, updatedAt } = session;
  // Sessions with one pinned document, or none, have the checksum that they always had.
  const several = session.selectedDocuments ?? [];
  return checksum([$id, userId, title, messages, selectedDocument, createdAt, updatedAt, ...several]);
}

/** A number for a file's bytes, name and owner; its type and its time are the platform's own. */
interface FileChecksum {
  /** Takes the next bytes. */
  add(piece: Uint8Array): void;
  /** The number, after the last of them. */
  end(): string;
}

/** Begins the checksum of a file. */
export function fileChecksum({ fileId, userId, name, sizeBytes }: StoredFile): FileChecksum {
  const content = createHash("sha256");
  return {
    add: (piece) => void content.update(piece),
    end: () => checksum([fileId, userId, name, sizeBytes, content.digest("hex")]),
  };
}

/** A number for all that a document is made of, but for its vectors, which stores round differently. */
export function documentChecksum(
  document: Omit<Document, "chunks"> & { userId: string },
  points: readonly Point[],
): string {
  const { documentId, userId, documentName, documentType, category, pages, size, indexedAt } = document;
  const chunks = points.map(({ chunk: { chunkIndex, text, pageNumber, section, part, start, end } }) => [
    ...[chunkIndex, text, pageNumber, section, part, start, end],
  ]);
  return checksum([documentId, userId, documentName, documentType, category, pages, size, indexedAt, chunks]);
}

/** A number for many things together, given each one's name and number; their order does not matter. */
export function totalChecksum(parts: ReadonlyMap<string, string>): string {
  return checksum([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** How far apart two numbers of a vector may be that is the same vector in two stores. */
const ROUNDING = 1e-5;

/** Whether two vectors are the same but for rounding. */
export function isSameVector(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((number, i) => Math.abs(number - (b[i] ?? Number.NaN)) < ROUNDING);
}

function checksum(values: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}
