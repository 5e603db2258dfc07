import type { DatabaseSync, StatementSync } from "node:sqlite";
import { rowOf } from "./database.ts";

/** Steps of transactions that change documents. Each has to be taken inside of one. */
export interface DocumentRows {
  renameIfPresent(documentId: string, name: string): void;
  /** Says how many chunks there were. */
  removeIfPresent(documentId: string): number;
}

/** The document rows of this database. */
export function documentRows(database: DatabaseSync): DocumentRows {
  const find = database.prepare("SELECT user_id AS userId, chunks FROM documents WHERE document_id = ?");
  const raiseChange = prepareChange(database);
  const rename = database.prepare("UPDATE documents SET name = ? WHERE document_id = ?");
  const withdraw = database.prepare("DELETE FROM change_intents WHERE document_id = ? AND kind = 'rename'");
  // Its chunks, its vectors and what was intended with it go too.
  const remove = database.prepare("DELETE FROM documents WHERE document_id = ?");

  return {
    renameIfPresent(documentId, name) {
      const document = rowOf<OwnedDocument>(find, documentId);
      if (document === undefined) return;
      rename.run(name, documentId);
      withdraw.run(documentId);
      raiseChange.get(document.userId);
    },

    removeIfPresent(documentId) {
      const document = rowOf<OwnedDocument>(find, documentId);
      if (document === undefined) return 0;
      remove.run(documentId);
      raiseChange.get(document.userId);
      return document.chunks;
    },
  };
}

/** Raises the change of a user's library: this is how searches notice. */
export function prepareChange(database: DatabaseSync): StatementSync {
  return database.prepare(
    `INSERT INTO libraries (user_id, change) VALUES (?, 1)
     ON CONFLICT (user_id) DO UPDATE SET change = change + 1 RETURNING change`,
  );
}

interface OwnedDocument {
  userId: string;
  chunks: number;
}
