import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Named } from "../../../../domain/own-id.ts";
import { keyOf, rowOf } from "./database.ts";

/** Steps of transactions that change documents. Each has to be taken inside of one. */
export interface DocumentRows {
  renameIfPresent(document: Named, name: string): void;
  /** Says how many chunks there were. */
  removeIfPresent(document: Named): number;
}

/** The document rows of this database. */
export function documentRows(database: DatabaseSync): DocumentRows {
  const find = database.prepare(`SELECT document_id AS documentId, user_id AS userId, chunks FROM documents
     WHERE document_id = ? AND user_id = coalesce(?, user_id)`);
  const raiseChange = prepareChange(database);
  const rename = database.prepare("UPDATE documents SET name = ? WHERE document_id = ?");
  const withdraw = database.prepare("DELETE FROM change_intents WHERE document_id = ? AND kind = 'rename'");
  // Its chunks, its vectors and what was intended with it go too.
  const remove = database.prepare("DELETE FROM documents WHERE document_id = ?");
  const forgetLibrary = database.prepare(
    "DELETE FROM libraries WHERE user_id = ? AND NOT EXISTS (SELECT 1 FROM documents WHERE user_id = libraries.user_id)",
  );

  return {
    renameIfPresent(named, name) {
      const document = rowOf<OwnedDocument>(find, ...keyOf(named));
      if (document === undefined) return;
      rename.run(name, document.documentId);
      withdraw.run(document.documentId);
      raiseChange.get(document.userId);
    },

    removeIfPresent(named) {
      const document = rowOf<OwnedDocument>(find, ...keyOf(named));
      if (document === undefined) return 0;
      remove.run(document.documentId);
      // Of a user without documents nothing is kept here.
      if (forgetLibrary.run(document.userId).changes === 0) raiseChange.get(document.userId);
      return document.chunks;
    },
  };
}

/**
 * Raises the change of a user's library: this is how searches notice. One that begins anew begins where no library can
 * have been before, since removals are counted.
 */
export function prepareChange(database: DatabaseSync): StatementSync {
  return database.prepare(
    `INSERT INTO libraries (user_id, change) SELECT ?, removals * 1000000 + 1 FROM wiping WHERE true
     ON CONFLICT (user_id) DO UPDATE SET change = change + 1 RETURNING change`,
  );
}

interface OwnedDocument {
  documentId: string;
  userId: string;
  chunks: number;
}
