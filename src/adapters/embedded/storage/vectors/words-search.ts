import type { DatabaseSync } from "node:sqlite";
import type { BothQuery } from "../../../../ports/vector-store.ts";
import { ownerWord, ROWS_A_DOCUMENT } from "../records/word-rows.ts";
import { asksFor } from "./scan.ts";
import type { LoadedDocument, UserVectors } from "./user-vectors.ts";

/** A chunk that holds words of a query, and how well it does. */
interface WordsFound {
  document: LoadedDocument;
  position: number;
  score: number;
}

/** The chunks that hold the most of a query's terms, best first; what the snapshot of the caller does not hold is not found. */
export function wordsSearch(database: DatabaseSync) {
  const match = database.prepare(
    `SELECT rowid AS row, -bm25(words, 0.0, 1.0) AS score FROM words WHERE words MATCH ?
     ORDER BY bm25(words, 0.0, 1.0), rowid`,
  );
  return (vectors: UserVectors, query: BothQuery): WordsFound[] => {
    const found: WordsFound[] = [];
    if (query.terms.length === 0 || query.limit <= 0 || vectors.worded.size === 0) return found;
    const isAskedFor = asksFor(query);
    for (const row of match.iterate(matchFor(query))) {
      const { row: number, score } = row as { row: number; score: number };
      const document = vectors.worded.get(Math.floor(number / ROWS_A_DOCUMENT));
      if (document === undefined || !isAskedFor(document)) continue;
      found.push({ document, position: number % ROWS_A_DOCUMENT, score });
      if (found.length === query.limit) break;
    }
    return found;
  };
}

function matchFor({ userId, terms }: BothQuery): string {
  const quoted = terms.map((term) => `"${term.replaceAll('"', '""')}"`);
  return `owner : ${ownerWord(userId)} AND terms : (${quoted.join(" OR ")})`;
}
