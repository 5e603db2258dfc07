import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../../domain/errors.ts";
import { rowOf, rowsOf } from "../records/database.ts";
import { type NewDocument, noVectors, type UserVectors } from "./user-vectors.ts";

/** The vectors that are in memory. */
export interface LoadedVectors {
  /** The user's vectors as the snapshot that the caller is in has it. */
  current(userId: string): UserVectors;
}

/** What they are read from, and how much of them is held. */
interface LoadedVectorsOptions {
  database: DatabaseSync;
  dimensions: number;
  /** LoadedVectors that were not searched for longest go when more is in memory. One alone may exceed it. */
  memoryBudgetBytes: number;
}

/** Keeps the vectors of the users who search in memory, and up to date with the database. */
export function openLoadedVectors({
  database,
  dimensions,
  memoryBudgetBytes,
}: LoadedVectorsOptions): LoadedVectors {
  // In the order of use: the one used last is last.
  const held = new Map<string, { change: number; vectors: UserVectors }>();
  const changeOf = database.prepare("SELECT change FROM libraries WHERE user_id = ?");
  const documentsOf = database.prepare(
    `SELECT document_id AS documentId, revision, type, chunks AS count, words FROM documents WHERE user_id = ?
     ORDER BY document_id`,
  );
  const vectorsOf = database.prepare("SELECT numbers FROM vectors WHERE document_id = ? ORDER BY part");

  return {
    current(userId) {
      const entry = held.get(userId) ?? { change: 0, vectors: noVectors(dimensions) };
      // Out until it is up to date: one that failed on the way is loaded anew.
      held.delete(userId);
      const change = rowOf<{ change: number }>(changeOf, userId)?.change ?? 0;
      if (entry.change !== change) {
        update(entry.vectors, rowsOf<NewDocument>(documentsOf, userId));
        entry.change = change;
      }
      if (entry.vectors.documents.size > 0) held.set(userId, entry);
      keepToBudget(userId);
      return entry.vectors;
    },
  };

  function update(vectors: UserVectors, documents: readonly NewDocument[]): void {
    const wanted = new Map(documents.map((document) => [document.documentId, document]));
    for (const { documentId, revision } of [...vectors.documents.values()]) {
      const document = wanted.get(documentId);
      if (document?.revision !== revision) {
        vectors.drop(documentId);
        continue;
      }
      vectors.setWords(documentId, document.words);
      wanted.delete(documentId);
    }
    for (const document of wanted.values()) load(document, vectors.add(document));
  }

  function load({ documentId }: NewDocument, place: Float32Array): void {
    const bytes = new Uint8Array(place.buffer, place.byteOffset, place.byteLength);
    let filled = 0;
    for (const { numbers } of rowsOf<{ numbers: Uint8Array }>(vectorsOf, documentId)) {
      if (filled + numbers.length > bytes.length) throw damaged(documentId);
      bytes.set(numbers, filled);
      filled += numbers.length;
    }
    if (filled !== bytes.length) throw damaged(documentId);
  }

  function keepToBudget(userId: string): void {
    let total = 0;
    for (const { vectors } of held.values()) total += vectors.sizeBytes();
    for (const [other, { vectors }] of held) {
      if (total <= memoryBudgetBytes || other === userId) return;
      total -= vectors.sizeBytes();
      held.delete(other);
    }
  }
}

function damaged(documentId: string): AppError {
  return new AppError("vector-store-failed", "The stored vectors of a document are damaged", {
    details: `Index the document ${documentId} again.`,
  });
}
