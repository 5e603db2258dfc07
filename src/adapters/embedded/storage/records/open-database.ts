import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { AppError } from "../../../../domain/errors.ts";
import { newerDatabase, openReadingDatabase, openWritingDatabase, schemaVersionOf } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Where the database is and how it may be used. Threads are started with it. */
export interface DatabasePlace {
  path: string;
  /** The folder of the files that it records. */
  files: string;
  /**
   * `owner` makes the database and brings its schema up to date. `guest` writes beside the owner and leaves the schema
   * alone. `looker` only reads; `sole-looker` too, and nobody writes meanwhile.
   */
  access: "owner" | "guest" | "looker" | "sole-looker";
  /** Whether a database that is not there may be made. */
  mayBeMade: boolean;
}

/** Opens the connection of the writing thread. Where the database is only looked at, its writes fail. */
export function openOwnDatabase(place: DatabasePlace): DatabaseSync {
  const version = versionAt(place);
  if (version === 0) expectNoFiles(place);
  switch (place.access) {
    case "owner":
      if (version === 0 && !place.mayBeMade) throw gone();
      return openWritingDatabase(place.path);
    case "guest":
      expectUpToDate(version);
      return openWritingDatabase(place.path);
    case "looker":
    case "sole-looker":
      if (version === 0) return openEmptyDatabase();
      expectUpToDate(version);
      return openLookingDatabase(place);
  }
}

/** Opens the connection of the searching thread, once the other one is open. */
export function openSearchedDatabase(place: DatabasePlace): DatabaseSync {
  if (place.access === "owner" || place.access === "guest") return openReadingDatabase(place.path);
  return versionAt(place) === 0 ? openEmptyDatabase() : openLookingDatabase(place);
}

/** The number of the schema; 0 where there is no database, or one without tables. */
function versionAt(place: DatabasePlace): number {
  if ((statSync(place.path, { throwIfNoEntry: false })?.size ?? 0) === 0) return 0;
  const database = openLookingDatabase(place);
  try {
    return schemaVersionOf(database);
  } finally {
    database.close();
  }
}

/** Reads without leaving anything: a plain reading connection leaves two files where nobody else has it open. */
export function openLookingDatabase({ path, access }: DatabasePlace): DatabaseSync {
  // A log is there while somebody writes, or was killed: a file that is said not to change would be read without it.
  if (access !== "sole-looker" || existsSync(`${path}-wal`)) return openReadingDatabase(path);
  const address = pathToFileURL(path);
  address.searchParams.set("immutable", "1");
  return new DatabaseSync(address, { readOnly: true });
}

/** What is looked at where there is no library yet. */
function openEmptyDatabase(): DatabaseSync {
  return openWritingDatabase(":memory:");
}

/** A new database beside files would know none of them. */
function expectNoFiles({ path, files }: DatabasePlace): void {
  const count = existsSync(files) ? countFiles(files) : 0;
  if (count === 0) return;
  throw new AppError(
    "database-failed",
    `${dirname(path)} holds ${count} ${count === 1 ? "file" : "files"} but no database`,
    {
      details:
        "Put its carrel.db back, for example from a backup, and remove any carrel.db-wal and carrel.db-shm beside it. To begin anew, move the folder files elsewhere",
    },
  );
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

function gone(): AppError {
  return new AppError("database-failed", "The database is gone", {
    details: "Stop the service, put carrel.db back, and start it again",
  });
}

function expectUpToDate(version: number): void {
  if (version > MIGRATIONS.length) throw newerDatabase(version, MIGRATIONS.length);
  if (version === MIGRATIONS.length) return;
  throw new AppError("database-failed", "The database was written by an older version of Carrel", {
    details: "Start the service once, or run `npm run carrel -- doctor --fix`, to bring it up to date",
  });
}
