import { fdatasyncSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { rowOf, rowsOf } from "../records/database.ts";
import {
  type FileHead,
  freePages,
  notZero,
  type Page,
  readHead,
  treePages,
  unusedIn,
  zeros,
} from "./unused-space.ts";
import { wipeWords } from "./wipe-words.ts";

/** How long one step may keep others from writing. */
const STEP_MS = 15;
/** How long a step waits for others. The next one comes soon. */
const BUSY_TIMEOUT_MS = 50;

/** How a step of wiping ended: there is more to do, nothing is left, or somebody was in the way. */
export type StepEnd = "more" | "done" | "busy";

/**
 * Overwrites what was removed. SQLite does so itself where rows are removed (`secure_delete`), but not where they were
 * before it moved them to another page: such copies stay in the unused part of pages. They are overwritten in the file
 * itself, in a transaction of `database` that keeps all others from writing, after `folding` has brought all of the log
 * into the file, so that the file is the whole of the database. Nothing but unused bytes is written: a step that is cut
 * off leaves no damage. Each step commits something, so that every connection forgets the pages that it knew.
 */
export function wipeDatabase(database: DatabaseSync, folding: DatabaseSync) {
  for (const one of [database, folding]) one.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const state = database.prepare("SELECT removals, wiped FROM wiping");
  const touch = database.prepare("UPDATE wiping SET wiped = wiped");
  const setWiped = database.prepare("UPDATE wiping SET wiped = max(wiped, ?)");
  const words = wipeWords(database);
  const roots = database.prepare("SELECT rootpage AS root FROM sqlite_schema WHERE rootpage > 0");
  /** Pages that were looked at since the beginning. */
  let done = new Set<number>();

  const passive = folding.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  const truncate = folding.prepare("PRAGMA wal_checkpoint(TRUNCATE)");

  /** Moves what is in the log to its place and cuts the log; whether nobody was in the way. */
  function foldLog(): boolean {
    // First what can be done beside others, so that the rest is short.
    isFolded();
    return rowOf<{ busy: number }>(truncate)?.busy === 0;
  }

  /** Moves what is in the log to its place; whether that is all of it. It may not be while somebody reads an older state. */
  function isFolded(): boolean {
    const row = rowOf<{ log: number; checkpointed: number }>(passive);
    return row !== undefined && row.log === row.checkpointed;
  }

  /** Overwrites what is unused in pages until the time is over; whether none is left. */
  function wipePages(file: number): boolean {
    const head = readHead(file);
    if (head === null) return true;
    const until = performance.now() + STEP_MS;
    const isLeft = (number: number) => !done.has(number);
    for (const { page, unused } of freePages(file, head, isLeft)) {
      overwrite(file, head, page, unused);
      if (performance.now() > until) return false;
    }
    for (const root of [1, ...rowsOf<{ root: number }>(roots).map(({ root }) => root)]) {
      for (const page of treePages(file, head, root, isLeft)) {
        if (!done.has(page.number)) overwrite(file, head, page, unusedIn(page, head));
        if (performance.now() > until) return false;
      }
    }
    return true;
  }

  function overwrite(
    file: number,
    { pageBytes }: FileHead,
    page: Page,
    unused: ReturnType<typeof unusedIn>,
  ): void {
    for (const { from, to } of notZero(page, unused)) {
      writeSync(file, zeros(to - from), 0, to - from, (page.number - 1) * pageBytes + from);
    }
    done.add(page.number);
  }

  return {
    foldLog,

    /** The number of removals so far; null where all of them are overwritten. */
    beginWiping: (): number | null => {
      done = new Set();
      const row = rowOf<{ removals: number; wiped: number }>(state);
      return row === undefined || row.wiped >= row.removals ? null : row.removals;
    },

    /** Removes the words of what was removed, one step at a time: to be done before the rest. */
    wipeWordsStep: (): StepEnd => {
      if (!unlessBusy(() => database.exec("BEGIN IMMEDIATE"))) return "busy";
      try {
        const end = words.step(performance.now() + STEP_MS);
        database.exec("COMMIT");
        return end;
      } finally {
        if (database.isTransaction) database.exec("ROLLBACK");
      }
    },

    /** Takes one step. `file` is the database, open to be written. */
    wipeStep: ({ file }: { file: number }): StepEnd => {
      // Most of it before others have to wait.
      isFolded();
      if (!unlessBusy(() => database.exec("BEGIN IMMEDIATE"))) return "busy";
      try {
        if (!isFolded()) return "busy";
        const isDone = wipePages(file);
        fdatasyncSync(file);
        touch.run();
        database.exec("COMMIT");
        return isDone ? "done" : "more";
      } finally {
        if (database.isTransaction) database.exec("ROLLBACK");
      }
    },

    /**
     * Writes down that so many removals are overwritten; whether nobody was in the way. The log has to be cut before:
     * after a crash, what is in it would be brought into the file once more.
     */
    endWiping: ({ removals }: { removals: number }): boolean => {
      if (!foldLog()) return false;
      const isWritten = unlessBusy(() => setWiped.run(removals));
      foldLog();
      return isWritten;
    },
  };
}

/** Does something, but for where others have the database; whether it was done. */
function unlessBusy(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
    if ((code & 0xff) === SQLITE_BUSY) return false;
    throw error;
  }
}

const SQLITE_BUSY = 5;
