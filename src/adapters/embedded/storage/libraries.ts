import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { rowOf, rowsOf } from "./database.ts";
import { emptyLibrary, type Library, type NewDocument } from "./library.ts";

/** The libraries in memory. */
export interface Libraries {
  /** The user's library as the snapshot that the caller is in has it. */
  current(userId: string): Library;
}

/** What the libraries are read from, and how much of them is held. */
interface LibrariesOptions {
  database: DatabaseSync;
  dimensions: number;
  /** Libraries that were not searched for longest go when more is in memory. One alone may exceed it. */
  memoryBudgetBytes: number;
}

/** Keeps the vectors of the users who search in memory, and up to date with the database. */
export function openLibraries({ database, dimensions, memoryBudgetBytes }: LibrariesOptions): Libraries {
  // In the order of use: the one used last is last.
  const held = new Map<string, { change: number; library: Library }>();
  const changeOf = database.prepare("SELECT change FROM libraries WHERE user_id = ?");
  const documentsOf = database.prepare(
    `SELECT document_id AS documentId, revision, type, chunks AS count FROM documents WHERE user_id = ?
     ORDER BY document_id`,
  );
  const vectorsOf = database.prepare("SELECT numbers FROM vectors WHERE document_id = ? ORDER BY part");

  return {
    current(userId) {
      const entry = held.get(userId) ?? { change: 0, library: emptyLibrary(dimensions) };
      // Out until it is up to date: one that failed on the way is loaded anew.
      held.delete(userId);
      const change = rowOf<{ change: number }>(changeOf, userId)?.change ?? 0;
      if (entry.change !== change) {
        update(entry.library, rowsOf<NewDocument>(documentsOf, userId));
        entry.change = change;
      }
      if (entry.library.documents.size > 0) held.set(userId, entry);
      keepToBudget(userId);
      return entry.library;
    },
  };

  function update(library: Library, documents: readonly NewDocument[]): void {
    const wanted = new Map(documents.map((document) => [document.documentId, document]));
    for (const { documentId, revision } of [...library.documents.values()]) {
      if (wanted.get(documentId)?.revision === revision) wanted.delete(documentId);
      else library.drop(documentId);
    }
    for (const document of wanted.values()) load(document, library.add(document));
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
    for (const { library } of held.values()) total += library.sizeBytes();
    for (const [other, { library }] of held) {
      if (total <= memoryBudgetBytes || other === userId) return;
      total -= library.sizeBytes();
      held.delete(other);
    }
  }
}

function damaged(documentId: string): AppError {
  return new AppError("vector-store-failed", "The stored vectors of a document are damaged", {
    details: `Index the document ${documentId} again.`,
  });
}
