import type { DatabaseSync } from "node:sqlite";
import type { BothQuery } from "../../../../ports/vector-store.ts";
import { rowOf } from "../records/database.ts";
import { ownerWord, ROWS_A_DOCUMENT } from "../records/word-rows.ts";
import { asksFor } from "./scan.ts";
import type { LoadedDocument, UserVectors } from "./user-vectors.ts";

/** A chunk that holds words of a query, and how well it does. */
interface WordsFound {
  document: LoadedDocument;
  position: number;
  score: number;
}

/**
 * How many chunks may be weighed for a query: others wait for the thread meanwhile. The rarest terms come first, and say
 * the most; some of them always count.
 */
const MOST_WEIGHED = 60_000;
const LEAST_TERMS = 3;

/** The chunks that hold the most of a query's terms, best first; what the snapshot of the caller does not hold is not found. */
export function wordsSearch(database: DatabaseSync) {
  const match = database.prepare(
    `SELECT rowid AS row, -bm25(words, 0.0, 1.0) AS score FROM words WHERE words MATCH ?
     ORDER BY bm25(words, 0.0, 1.0), rowid`,
  );
  database.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.held_terms USING fts5vocab(main, words, row)");
  const holders = database.prepare("SELECT doc AS count FROM temp.held_terms WHERE term = ?");

  /** The terms that anybody has, as far as they can be weighed in time. */
  function affordable(terms: readonly string[]): string[] {
    const counted = terms
      .map((term) => ({ term, count: rowOf<{ count: number }>(holders, term)?.count ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.count - b.count);
    let weighed = 0;
    return counted.flatMap(({ term, count }, i) => {
      weighed += count;
      return i < LEAST_TERMS || weighed <= MOST_WEIGHED ? [term] : [];
    });
  }

  return (vectors: UserVectors, query: BothQuery): WordsFound[] => {
    const found: WordsFound[] = [];
    if (query.limit <= 0 || vectors.worded.size === 0) return found;
    const terms = affordable(query.terms);
    if (terms.length === 0) return found;
    const isAskedFor = asksFor(query);
    for (const row of match.iterate(matchFor(query.userId, terms))) {
      const { row: number, score } = row as { row: number; score: number };
      const document = vectors.worded.get(Math.floor(number / ROWS_A_DOCUMENT));
      if (document === undefined || !isAskedFor(document)) continue;
      found.push({ document, position: number % ROWS_A_DOCUMENT, score });
      if (found.length === query.limit) break;
    }
    return found;
  };
}

function matchFor(userId: string, terms: readonly string[]): string {
  const quoted = terms.map((term) => `"${term.replaceAll('"', '""')}"`);
  return `owner : ${ownerWord(userId)} AND terms : (${quoted.join(" OR ")})`;
}
