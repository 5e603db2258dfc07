import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { indexTerms } from "../../../../domain/index-terms.ts";
import { rowOf } from "./database.ts";

/** A chunk as far as its words go. */
export interface WordedChunk {
  text: string;
  section: string | null;
}

/** How many rows a document may have: no document has as many chunks. */
export const ROWS_A_DOCUMENT = 65_536;

/** The terms of chunks as a row of the index takes them. Takes a while: to be done before a transaction. */
export function termsOfChunks(chunks: readonly WordedChunk[]): string[] {
  return chunks.map((chunk) => indexTerms(chunk).join(" "));
}

/** Who asks for a user's words: a word that tells nobody who it is, and in which case does not matter. */
export function ownerWord(userId: string): string {
  return `u${createHash("sha256").update(userId).digest("hex").slice(0, 20)}`;
}

/** Steps of transactions that write words. */
export function wordRows(database: DatabaseSync) {
  const number = database.prepare(
    "INSERT INTO loose_words (chunks, state) VALUES (?, 'written') RETURNING number",
  );
  const insert = database.prepare("INSERT INTO words (rowid, owner, terms) VALUES (?, ?, ?)");
  const settle = database.prepare("DELETE FROM loose_words WHERE number = ? AND state = 'written'");
  const drop = database.prepare(
    "UPDATE loose_words SET state = 'removed' WHERE number = ? AND state = 'written'",
  );

  return {
    /** A number for the words of so many chunks. They belong to nobody until it is settled. */
    begin(chunks: number): number {
      const row = rowOf<{ number: number }>(number, chunks);
      if (row === undefined) throw new Error("The words got no number");
      return row.number;
    },

    add(words: number, owner: string, from: number, terms: readonly string[]): void {
      for (const [i, line] of terms.entries()) insert.run(words * ROWS_A_DOCUMENT + from + i, owner, line);
    },

    /** To be called where a document has got the number; false where it is nobody's to take any more. */
    settle: (words: number): boolean => settle.run(words).changes === 1,

    drop(words: number): void {
      drop.run(words);
    },
  };
}

export type WordRows = ReturnType<typeof wordRows>;
