import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { EmbeddedStorage } from "../../src/adapters/embedded/storage.ts";
import { calm } from "./store-under-test.ts";
import type { WordedStore } from "./worded-documents.ts";

/** A storage with its words, and past it a way to take the words from a document, as if there had been none. */
export function wordedStorage(storage: EmbeddedStorage, directory: string): WordedStore {
  const { vectors, words, generations } = storage;
  return {
    vectors,
    words,
    generations,
    async putWithoutWords(document, points) {
      await vectors.replaceDocument(document, points, calm);
      const database = new DatabaseSync(join(directory, "carrel.db"), { timeout: 5_000 });
      database.exec("BEGIN IMMEDIATE");
      database
        .prepare(
          `INSERT INTO loose_words (number, chunks, state)
           SELECT words, chunks, 'removed' FROM documents WHERE document_id = ? AND words IS NOT NULL`,
        )
        .run(document.documentId);
      database.prepare("UPDATE documents SET words = NULL WHERE document_id = ?").run(document.documentId);
      database.prepare("UPDATE libraries SET change = change + 1 WHERE user_id = ?").run(document.userId);
      database.exec("COMMIT");
      database.close();
    },
  };
}
