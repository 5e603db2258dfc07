import { closeSync, openSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../../../test/doubles/temporary-folder.ts";
import { openWritingDatabase } from "../records/database.ts";
import { wipeDatabase } from "./wipe-database.ts";

const folder = temporaryFolder();

/** The same numbers in every run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Inserts and removes documents of many sizes in no order, and gives the words of those that were removed. */
function churn(database: DatabaseSync, steps: number): string[] {
  const next = numbers(2);
  const word = () => `zq${next().toString(36).slice(2, 12)}${next().toString(36).slice(2, 12)}`;
  const document = database.prepare(
    "INSERT INTO documents VALUES (?, 'ana', ?, 'TXT', 'General', NULL, 1, '2026', 'v', 1, 1, NULL)",
  );
  const chunk = database.prepare("INSERT INTO chunks VALUES (?, ?, ?, 'id', ?, NULL, NULL, 0, 0, 1)");
  const vector = database.prepare("INSERT INTO vectors VALUES (?, 0, ?)");
  const remove = database.prepare("DELETE FROM documents WHERE document_id = ?");
  const present: string[] = [];
  const gone: string[] = [];
  for (let step = 0; step < steps; step++) {
    if (next() < 0.6 || present.length === 0) {
      const mark = word();
      const count = next() < 0.1 ? 300 : 1 + Math.floor(next() * 30);
      const text = `${mark} ${"x".repeat(50 + next() * 950)} ${mark}`;
      database.exec("BEGIN");
      document.run(mark, `${mark}.txt`);
      for (let i = 0; i < count; i++) chunk.run(mark, i, i, text);
      vector.run(mark, Buffer.from(mark.repeat(count * 10)));
      database.exec("COMMIT");
      present.push(mark);
    } else {
      const [mark = ""] = present.splice(Math.floor(next() * present.length), 1);
      remove.run(mark);
      gone.push(mark);
    }
  }
  return gone;
}

it("overwrites what SQLite leaves of rows where they were before it moved them", () => {
  const path = folder.at("carrel.db");
  const database = openWritingDatabase(path);
  database.exec("PRAGMA synchronous = OFF");
  const gone = churn(database, 900);
  const left = () => {
    const bytes = readFileSync(path);
    return gone.filter((mark) => bytes.includes(mark)).length;
  };
  const folding = openWritingDatabase(path);
  const wiping = wipeDatabase(database, folding);
  expect(wiping.foldLog()).toBe(true);
  // Were this none, there would be nothing to show: `secure_delete` alone would be enough.
  expect(left()).toBeGreaterThan(0);
  const removals = wiping.beginWiping() ?? 0;
  expect(removals).toBeGreaterThan(gone.length);
  const file = openSync(path, "r+");
  for (let end = "more"; end !== "done"; ) end = wiping.wipeStep({ file });
  expect(wiping.endWiping({ removals })).toBe(true);
  expect(left()).toBe(0);
  expect(wiping.beginWiping()).toBeNull();
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  folding.close();
  database.close();
  closeSync(file);
});
