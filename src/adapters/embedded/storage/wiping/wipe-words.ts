import type { DatabaseSync } from "node:sqlite";
import { rowOf } from "../records/database.ts";
import { ROWS_A_DOCUMENT } from "../records/word-rows.ts";

/** How many rows are taken out of the index before the time is looked at. */
const ROWS_AT_ONCE = 16;
/** How many pages of the index are merged before the time is looked at. */
const PAGES_AT_ONCE = 16;

interface LooseWords {
  number: number;
  chunks: number;
}

/**
 * Takes words that no document has out of the index. The index only notes what is removed, so it is merged into one
 * piece afterwards: nothing of the removed is in that. All steps belong into transactions of the caller.
 */
export function wipeWords(database: DatabaseSync) {
  const next = database.prepare(
    "SELECT number, chunks FROM loose_words WHERE state = 'removed' ORDER BY number LIMIT 1",
  );
  const remove = database.prepare("DELETE FROM words WHERE rowid = ?");
  const shorten = database.prepare("UPDATE loose_words SET chunks = ? WHERE number = ?");
  const setUnmerged = database.prepare("UPDATE loose_words SET state = 'unmerged' WHERE number = ?");
  const unmerged = database.prepare("SELECT max(number) AS number FROM loose_words WHERE state = 'unmerged'");
  const forget = database.prepare("DELETE FROM loose_words WHERE state = 'unmerged' AND number <= ?");
  const merge = database.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)");
  const changes = database.prepare("SELECT total_changes() AS count");
  /** The words that the merge under way began after. */
  let merging: number | null = null;

  /** Removes rows from the last one on until the time is over. */
  function removeRows({ number, chunks }: LooseWords, until: number): void {
    let left = chunks;
    while (left > 0 && performance.now() < until) {
      for (let i = 0; i < ROWS_AT_ONCE && left > 0; i++) remove.run(number * ROWS_A_DOCUMENT + --left);
    }
    if (left > 0) shorten.run(left, number);
    else setUnmerged.run(number);
    // What was removed since it began would not be gone at its end.
    merging = null;
  }

  /** Merges until the time is over; whether all is one piece. */
  function mergeSome(last: number, until: number): boolean {
    while (performance.now() < until) {
      const before = countChanges();
      // A negative number begins: every piece is to be merged with the others, and not only those of one size.
      merge.run(merging === null ? -PAGES_AT_ONCE : PAGES_AT_ONCE);
      merging ??= last;
      // Less than two changes: it wrote nothing but that it was asked.
      if (countChanges() - before < 2) return true;
    }
    return false;
  }

  function countChanges(): number {
    return rowOf<{ count: number }>(changes)?.count ?? 0;
  }

  return {
    step(until: number): "more" | "done" {
      do {
        const loose = rowOf<LooseWords>(next);
        const last =
          loose === undefined ? (rowOf<{ number: number | null }>(unmerged)?.number ?? null) : null;
        if (loose !== undefined) removeRows(loose, until);
        else if (last === null) return "done";
        else if (mergeSome(last, until)) {
          forget.run(merging ?? last);
          merging = null;
        }
      } while (performance.now() < until);
      return "more";
    },
  };
}
