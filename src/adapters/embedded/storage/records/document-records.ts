import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../../domain/errors.ts";
import type { Named } from "../../../../domain/own-id.ts";
import type { IndexedDocument } from "../../../../ports/vector-store.ts";
import type { UnfinishedChange } from "../../../../ports/whole-documents.ts";
import type { PackedChunk, PackedPoints } from "../vectors/pack-points.ts";
import { inWriteTransaction, keyOf, rowOf, rowsOf } from "./database.ts";
import { type DocumentRows, prepareChange } from "./document-rows.ts";
import { recordedEmbedder } from "./recorded-embedder.ts";
import { vectorRows } from "./vector-rows.ts";
import { ownerWord, termsOfChunks, type WordRows } from "./word-rows.ts";

/** A document to be put in the place of what there is of it. */
interface Replacement {
  document: IndexedDocument;
  points: PackedPoints;
  /** The number of its words where they are written already; else they are few enough to be written along. */
  words: number | null;
}

/** What is about to be done to a document. */
interface Intent extends Pick<UnfinishedChange, "kind" | "since"> {
  document: Named;
}

/**
 * The documents' part of the writing thread. Every transaction that touches a user's documents raises the
 * change of that user's library: this is how searches notice.
 */
export function documentRecords(database: DatabaseSync, rows: DocumentRows, wordRows: WordRows) {
  const recorded = recordedEmbedder(database);
  const raiseChange = prepareChange(database);
  const insert = database.prepare(
    `INSERT INTO documents (document_id, user_id, name, type, category, pages, size_bytes, indexed_at,
       index_version, revision, chunks, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
  );
  const setChunks = database.prepare("UPDATE documents SET chunks = ? WHERE document_id = ?");
  const insertVectors = database.prepare("INSERT INTO vectors (document_id, part, numbers) VALUES (?, ?, ?)");
  const insertChunk = database.prepare(
    `INSERT INTO chunks (document_id, position, chunk_index, id, text, page_number, section, part,
       start_offset, end_offset) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  const intend = database.prepare(
    `INSERT INTO change_intents (document_id, kind, since) SELECT document_id, ?, ? FROM documents
     WHERE document_id = ? AND user_id = coalesce(?, user_id)
     ON CONFLICT (document_id) DO UPDATE SET kind = excluded.kind, since = excluded.since`,
  );
  const withdraw = database.prepare(`DELETE FROM change_intents WHERE document_id IN (
       SELECT document_id FROM documents WHERE document_id = ? AND user_id = coalesce(?, user_id))`);
  const intended = database.prepare(
    "SELECT document_id AS documentId, user_id AS userId, kind, since FROM change_intents JOIN documents USING (document_id)",
  );

  return {
    replaceDocument: ({ document, points, words }: Replacement): void => {
      const chunks = points.batches.map(unpack);
      const terms = words === null ? termsOfChunks(chunks.flat()) : [];
      inWriteTransaction(database, () => {
        if (![null, document.embedder].includes(recorded())) throw overtakenByEmbedder();
        rows.removeIfPresent(document.documentId);
        if (chunks.length === 0) return;
        addToLibrary(document, points.vectors, chunks, words ?? addWords(document.userId, terms));
      });
    },

    renameDocument: ({ document, name }: { document: Named; name: string }): void =>
      inWriteTransaction(database, () => rows.renameIfPresent(document, name)),

    removeDocument: (document: Named): number =>
      inWriteTransaction(database, () => rows.removeIfPresent(document)),

    intendChange: ({ document, kind, since }: Intent): void => {
      intend.run(kind, since, ...keyOf(document));
    },

    withdrawChange: (document: Named): void => {
      withdraw.run(...keyOf(document));
    },

    intendedChanges: (): UnfinishedChange[] => rowsOf<UnfinishedChange>(intended),
  };

  function addWords(userId: string, terms: readonly string[]): number {
    const number = wordRows.begin(terms.length);
    wordRows.add(number, ownerWord(userId), 0, terms);
    return number;
  }

  function addToLibrary(
    document: IndexedDocument,
    vectors: Float32Array,
    chunks: readonly PackedChunk[][],
    words: number,
  ): void {
    const { documentId, userId } = document;
    const revision = rowOf<{ change: number }>(raiseChange, userId)?.change ?? 0;
    insert.run(
      ...[documentId, userId, document.documentName, document.documentType, document.category],
      ...[document.pages, document.size, document.indexedAt, document.indexVersion, revision, words],
    );
    if (!wordRows.settle(words)) throw new Error("The words of a document were removed while it was written");
    const count = addChunks(documentId, chunks);
    setChunks.run(count, documentId);
    for (const { part, numbers } of vectorRows(vectors, count)) {
      insertVectors.run(documentId, part, numbers);
    }
  }

  function addChunks(documentId: string, batches: readonly PackedChunk[][]): number {
    let position = 0;
    for (const chunk of batches.flat()) {
      insertChunk.run(
        ...[documentId, position++, chunk.chunkIndex, chunk.id, chunk.text],
        ...[chunk.pageNumber, chunk.section, chunk.part, chunk.start, chunk.end],
      );
    }
    return position;
  }
}

const decoder = new TextDecoder();

/** Written by `packPoints`, and by nothing else. */
function unpack(batch: Uint8Array): PackedChunk[] {
  return JSON.parse(decoder.decode(batch)) as PackedChunk[];
}

function overtakenByEmbedder(): AppError {
  return new AppError("vector-store-failed", "The library switched embedders in the meantime", {
    details: "Index the document again",
  });
}
