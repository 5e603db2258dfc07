import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { AppError } from "../../../../domain/errors.ts";
import { type Named, namedParts } from "../../../../domain/own-id.ts";
import { MIGRATIONS } from "./migrations.ts";

const BUSY_TIMEOUT_MS = 5_000;

/** Pages of 16 KiB: vectors are read three times as fast, and written twice as fast, as with 4 KiB. */
const PAGE_BYTES = 16_384;

/** Opens the connection that writes; creates the database or brings its schema up to date. */
export function openWritingDatabase(path: string, migrations: readonly string[] = MIGRATIONS): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    // What is removed is overwritten in its place; what moved before that is left to the wiping thread.
    database.exec("PRAGMA secure_delete = ON");
    migrate(database, migrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a connection that cannot write, to a database that a writing connection has prepared. */
export function openReadingDatabase(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

/** Runs the work in one transaction that may write: all of it is stored, or nothing. */
export function inWriteTransaction<T>(database: DatabaseSync, work: () => T): T {
  return inTransaction(database, "BEGIN IMMEDIATE", work);
}

/** Runs the work on one unchanging version of the database. */
export function inSnapshot<T>(database: DatabaseSync, work: () => T): T {
  return inTransaction(database, "BEGIN", work);
}

/** The rows of a query. `Row` is what the query names: the tables are STRICT, so its types are the columns'. */
export function rowsOf<Row>(statement: StatementSync, ...parameters: SQLInputValue[]): Row[] {
  return statement.all(...parameters) as Row[];
}

/** The first row of a query, like `rowsOf`. */
export function rowOf<Row>(statement: StatementSync, ...parameters: SQLInputValue[]): Row | undefined {
  return statement.get(...parameters) as Row | undefined;
}

/** What `… id = ? AND user_id = coalesce(?, user_id)` is asked with: one statement finds, and finds only whose it may be. */
export function keyOf(named: Named): [id: string, owner: string | null] {
  const { id, owner } = namedParts(named);
  return [id, owner];
}

function migrate(database: DatabaseSync, migrations: readonly string[]): void {
  while (schemaVersionOf(database) !== migrations.length) {
    inWriteTransaction(database, () => {
      // Read again under the lock: another process may have been first.
      const version = schemaVersionOf(database);
      if (version > migrations.length) throw newerDatabase(version, migrations.length);
      const step = migrations[version];
      if (step === undefined) return;
      database.exec(step);
      database.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
}

/** The number of the schema, which every migration raises by one. */
export function schemaVersionOf(database: DatabaseSync): number {
  const row = rowOf<{ user_version: number }>(database.prepare("PRAGMA user_version"));
  return row?.user_version ?? 0;
}

/** A database that this version cannot know. */
export function newerDatabase(version: number, known: number): AppError {
  return new AppError("database-failed", "The database was written by a newer version of Carrel", {
    details: `Its schema is number ${version}; this version knows ${known} and older. Start the newer version.`,
  });
}

function inTransaction<T>(database: DatabaseSync, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite has already rolled back where the disk is full or broken.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
