import type { DatabaseSync } from "node:sqlite";
import { TERMS_VERSION } from "../../../../domain/index-terms.ts";
import type { PendingDocument } from "../../../../ports/vector-generations.ts";
import type { PackedChunk } from "../vectors/pack-points.ts";
import { inWriteTransaction, rowOf, rowsOf } from "./database.ts";
import { prepareChange } from "./document-rows.ts";
import { ownerWord, termsOfChunks, type WordedChunk, type WordRows } from "./word-rows.ts";

/** Some of the words of a document, from the chunk at position `from` on. */
interface WordsPart {
  number: number;
  userId: string;
  from: number;
  /** The chunks themselves, or the JSON of them as `packPoints` writes it. */
  chunks: readonly WordedChunk[] | Uint8Array;
}

/**
 * The words' part of the writing thread. Words of long documents are written in steps, so that others need not wait,
 * under a number that nobody knows yet; the document gets the number in one transaction.
 */
export function wordRecords(database: DatabaseSync, rows: WordRows) {
  const rules = database.prepare("SELECT version FROM words_rules");
  const setRules = database.prepare("INSERT OR REPLACE INTO words_rules (one, version) VALUES (1, ?)");
  const loosenAll = database.prepare(
    "INSERT INTO loose_words (number, chunks, state) SELECT words, chunks, 'removed' FROM documents WHERE words IS NOT NULL",
  );
  const forgetAll = database.prepare("UPDATE documents SET words = NULL WHERE words IS NOT NULL");
  const raiseAll = database.prepare("UPDATE libraries SET change = change + 1");
  const dropUnfinished = database.prepare("UPDATE loose_words SET state = 'removed' WHERE state = 'written'");
  const pending = database.prepare(
    `SELECT document_id AS documentId, user_id AS userId, index_version AS indexVersion, chunks
     FROM documents WHERE words IS NULL ORDER BY document_id`,
  );
  const bind = database.prepare(
    `UPDATE documents SET words = ? WHERE document_id = ? AND user_id = ? AND index_version = ? AND chunks = ?
       AND words IS NULL`,
  );
  const raiseChange = prepareChange(database);

  return {
    /** Makes what earlier processes left fit the rules of this one. */
    tidyWords: (): void =>
      inWriteTransaction(database, () => {
        dropUnfinished.run();
        if (rowOf<{ version: string }>(rules)?.version === TERMS_VERSION) return;
        loosenAll.run();
        forgetAll.run();
        raiseAll.run();
        setRules.run(TERMS_VERSION);
      }),

    pendingWords: (): PendingDocument[] => rowsOf<PendingDocument>(pending),

    beginWords: ({ chunks }: { chunks: number }): number => rows.begin(chunks),

    addWords: ({ number, userId, from, chunks }: WordsPart): void => {
      // Written by `packPoints`, and by nothing else.
      const read =
        chunks instanceof Uint8Array ? (JSON.parse(decoder.decode(chunks)) as PackedChunk[]) : chunks;
      const terms = termsOfChunks(read);
      inWriteTransaction(database, () => rows.add(number, ownerWord(userId), from, terms));
    },

    /** Gives a document the words that were written for it; whether it still is the one that they were written for. */
    bindWords: ({ number, document }: { number: number; document: PendingDocument }): boolean =>
      inWriteTransaction(database, () => {
        const { documentId, userId, indexVersion, chunks } = document;
        if (bind.run(number, documentId, userId, indexVersion, chunks).changes === 0) {
          rows.drop(number);
          return false;
        }
        if (!rows.settle(number))
          throw new Error("The words of a document were removed while they were written");
        raiseChange.get(userId);
        return true;
      }),

    dropWords: ({ number }: { number: number }): void => rows.drop(number),
  };
}

const decoder = new TextDecoder();
