import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../test/doubles/temporary-folder.ts";
import {
  inSnapshot,
  inWriteTransaction,
  openReadingDatabase,
  openWritingDatabase,
  rowsOf,
} from "./database.ts";

describe("the database", () => {
  const folder = temporaryFolder();
  const path = () => folder.at("test.db");

  const schemaOf = (migrations?: readonly string[]) => {
    const database = openWritingDatabase(path(), migrations);
    const tables = rowsOf<{ name: string }>(
      database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"),
    );
    const version = database.prepare("PRAGMA user_version").get();
    database.close();
    return { tables: tables.map(({ name }) => name).toSorted(), version: version?.user_version };
  };

  it("is made with every table", () => {
    const { tables, version } = schemaOf();
    const stores = ["chunks", "documents", "files", "index_jobs", "libraries", "sessions", "vectors"];
    const changes = ["change_intents", "removed_files", "wiping"];
    const callers = ["accounts", "api_keys", "invitations", "sign_ins"];
    const words = ["", "_config", "_data", "_docsize", "_idx", "_rules"].map((part) => `words${part}`);
    const beside = ["embedders", "staged_vectors", "loose_words", ...words];
    expect(tables).toEqual([...stores, ...beside, ...changes, ...callers].toSorted());
    expect(version).toBe(8);
  });

  it("writes through to the disk, in a log that readers do not wait for", () => {
    const database = openWritingDatabase(path());
    const setting = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(setting("journal_mode")).toBe("wal");
    expect(setting("synchronous")).toBe(2);
    expect(setting("foreign_keys")).toBe(1);
    expect(setting("secure_delete")).toBe(1);
    expect(setting("busy_timeout")).toBe(5_000);
    database.close();
  });

  it("runs only the migrations that it has not had", () => {
    const first = "CREATE TABLE one (id TEXT) STRICT";
    const second = "CREATE TABLE two (id TEXT) STRICT";
    expect(schemaOf([first])).toEqual({ tables: ["one"], version: 1 });
    expect(schemaOf([first, second])).toEqual({ tables: ["one", "two"], version: 2 });
    expect(schemaOf([first, second])).toEqual({ tables: ["one", "two"], version: 2 });
  });

  it("stays at the version before a migration that fails", () => {
    const first = "CREATE TABLE one (id TEXT) STRICT";
    const broken = "CREATE TABLE two (id TEXT) STRICT; CREATE TABLE one (id TEXT) STRICT;";
    expect(() => schemaOf([first, broken])).toThrow("already exists");
    expect(schemaOf([first])).toEqual({ tables: ["one"], version: 1 });
  });

  it("refuses a database of a newer version and leaves it as it is", () => {
    const steps = ["CREATE TABLE one (id TEXT) STRICT", "CREATE TABLE two (id TEXT) STRICT"];
    schemaOf(steps);
    expect(() => schemaOf(steps.slice(0, 1))).toThrow(
      expect.objectContaining({
        code: "database-failed",
        message: "The database was written by a newer version of Carrel",
        details: "Its schema is number 2; this version knows 1 and older. Start the newer version.",
      }),
    );
    expect(schemaOf(steps).version).toBe(2);
  });

  it("stores all of a transaction or nothing", () => {
    const database = openWritingDatabase(path(), ["CREATE TABLE one (id TEXT UNIQUE) STRICT"]);
    const insert = database.prepare("INSERT INTO one VALUES (?)");
    inWriteTransaction(database, () => insert.run("a"));
    expect(() =>
      inWriteTransaction(database, () => {
        insert.run("b");
        insert.run("a");
      }),
    ).toThrow("UNIQUE");
    expect(rowsOf(database.prepare("SELECT id FROM one"))).toEqual([{ id: "a" }]);
    expect(database.isTransaction).toBe(false);
    database.close();
  });

  it("shows a snapshot what was there when it began, and the next one what came after", () => {
    const writing = openWritingDatabase(path(), ["CREATE TABLE one (id TEXT) STRICT"]);
    const reading = openReadingDatabase(path());
    const count = () => rowsOf(reading.prepare("SELECT id FROM one")).length;
    inSnapshot(reading, () => {
      expect(count()).toBe(0);
      writing.exec("INSERT INTO one VALUES ('a')");
      expect(count()).toBe(0);
    });
    expect(inSnapshot(reading, count)).toBe(1);
    expect(() => reading.exec("INSERT INTO one VALUES ('b')")).toThrow("readonly");
    reading.close();
    writing.close();
  });
});
