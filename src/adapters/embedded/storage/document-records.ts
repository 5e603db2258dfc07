import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import type { IndexedDocument } from "../../../ports/vector-store.ts";
import { inWriteTransaction, rowOf } from "./database.ts";
import type { PackedChunk, PackedPoints } from "./pack-points.ts";
import { recordedEmbedder } from "./recorded-embedder.ts";
import { vectorRows } from "./vector-rows.ts";

/** A document to be put in the place of what there is of it. */
export interface Replacement {
  document: IndexedDocument;
  points: PackedPoints;
  /** Who made the vectors, as far as that was ever confirmed. */
  confirmedEmbedder: string | null;
}

/**
 * The documents' part of the writing thread. Every transaction that touches a user's documents raises the
 * change of that user's library: this is how searches notice.
 */
export function documentRecords(database: DatabaseSync) {
  const recorded = recordedEmbedder(database);
  const find = database.prepare("SELECT user_id AS userId, chunks FROM documents WHERE document_id = ?");
  const raiseChange = database.prepare(
    `INSERT INTO libraries (user_id, change) VALUES (?, 1)
     ON CONFLICT (user_id) DO UPDATE SET change = change + 1 RETURNING change`,
  );
  const rename = database.prepare("UPDATE documents SET name = ? WHERE document_id = ?");
  // Its chunks and vectors go with it.
  const remove = database.prepare("DELETE FROM documents WHERE document_id = ?");
  const insert = database.prepare(
    `INSERT INTO documents (document_id, user_id, name, type, category, pages, size_bytes, indexed_at,
       index_version, revision, chunks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  );
  const setChunks = database.prepare("UPDATE documents SET chunks = ? WHERE document_id = ?");
  const insertVectors = database.prepare("INSERT INTO vectors (document_id, part, numbers) VALUES (?, ?, ?)");
  const insertChunk = database.prepare(
    `INSERT INTO chunks (document_id, position, chunk_index, id, text, page_number, section, part,
       start_offset, end_offset) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  return {
    replaceDocument: ({ document, points, confirmedEmbedder }: Replacement): void =>
      inWriteTransaction(database, () => {
        if (confirmedEmbedder !== null && recorded() !== confirmedEmbedder) throw overtakenByEmbedder();
        removeFromLibrary(document.documentId);
        if (points.batches.length > 0) addToLibrary(document, points);
      }),

    renameDocument: ({ documentId, name }: { documentId: string; name: string }): void =>
      inWriteTransaction(database, () => {
        const document = rowOf<OwnedDocument>(find, documentId);
        if (document === undefined) return;
        rename.run(name, documentId);
        raiseChange.get(document.userId);
      }),

    removeDocument: ({ documentId }: { documentId: string }): number =>
      inWriteTransaction(database, () => removeFromLibrary(documentId)),
  };

  function removeFromLibrary(documentId: string): number {
    const document = rowOf<OwnedDocument>(find, documentId);
    if (document === undefined) return 0;
    remove.run(documentId);
    raiseChange.get(document.userId);
    return document.chunks;
  }

  function addToLibrary(document: IndexedDocument, points: PackedPoints): void {
    const { documentId, userId } = document;
    const revision = rowOf<{ change: number }>(raiseChange, userId)?.change ?? 0;
    insert.run(
      ...[documentId, userId, document.documentName, document.documentType, document.category],
      ...[document.pages, document.size, document.indexedAt, document.indexVersion, revision],
    );
    const count = addChunks(documentId, points.batches);
    setChunks.run(count, documentId);
    for (const { part, numbers } of vectorRows(points.vectors, count)) {
      insertVectors.run(documentId, part, numbers);
    }
  }

  function addChunks(documentId: string, batches: readonly Uint8Array[]): number {
    const decoder = new TextDecoder();
    let position = 0;
    for (const batch of batches) {
      // Written by `packPoints`, and by nothing else.
      for (const chunk of JSON.parse(decoder.decode(batch)) as PackedChunk[]) {
        insertChunk.run(
          ...[documentId, position++, chunk.chunkIndex, chunk.id, chunk.text],
          ...[chunk.pageNumber, chunk.section, chunk.part, chunk.start, chunk.end],
        );
      }
    }
    return position;
  }
}

function overtakenByEmbedder(): AppError {
  return new AppError("vector-store-failed", "The library went over to another embedder meanwhile", {
    details: "Index the document again",
  });
}

interface OwnedDocument {
  userId: string;
  chunks: number;
}
