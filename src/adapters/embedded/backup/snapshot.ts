import { rm, stat } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { lookAtFolder } from "../../data-folder/folder-owner.ts";
import { isMissing } from "../../data-folder/system-code.ts";
import { placesIn } from "../storage/files/file-bytes.ts";
import {
  inWriteTransaction,
  newerDatabase,
  rowOf,
  rowsOf,
  schemaVersionOf,
} from "../storage/records/database.ts";
import { MIGRATIONS } from "../storage/records/migrations.ts";
import { openLookingDatabase } from "../storage/records/open-database.ts";

/** A file as the database records it. */
export interface RecordedFile {
  fileId: string;
  name: string;
  sizeBytes: number;
}

/** What a database holds. */
interface DatabaseContents {
  schema: number;
  sessions: number;
  files: number;
  documents: number;
}

/** A step takes 4 MB: between two of them it can be stopped, and the writer is never in its way. */
const PAGES_A_STEP = 256;

/**
 * Reads the database of a data folder beside whoever serves it, changing nothing. Nobody who is not there already can
 * take the folder meanwhile, so this is for moments and not for the whole of a backup.
 */
export async function lookInto<T>(
  directory: string,
  look: (database: DatabaseSync) => Promise<T> | T,
): Promise<T> {
  const { database: path, files } = placesIn(directory);
  if (!(await holdsSomething(path))) throw nothingThere(directory);
  const hold = lookAtFolder(directory);
  try {
    const access = hold === null ? "looker" : "sole-looker";
    const database = openLookingDatabase({ path, files, access, mayBeMade: false });
    try {
      const version = schemaVersionOf(database);
      if (version === 0) throw nothingThere(directory);
      if (version > MIGRATIONS.length) throw newerDatabase(version, MIGRATIONS.length);
      return await look(database);
    } finally {
      database.close();
    }
  } finally {
    await hold?.release();
  }
}

/** Every file that is recorded. */
export function recordedFiles(database: DatabaseSync): RecordedFile[] {
  return rowsOf<RecordedFile>(
    database.prepare("SELECT id AS fileId, name, size_bytes AS sizeBytes FROM files ORDER BY id"),
  );
}

/** The ids among these that are recorded. */
export function stillRecorded(database: DatabaseSync, fileIds: readonly string[]): Set<string> {
  const found = database.prepare("SELECT id FROM files WHERE id IN (SELECT value FROM json_each(?))");
  return new Set(rowsOf<{ id: string }>(found, JSON.stringify(fileIds)).map(({ id }) => id));
}

/** Copies the database as it is at one moment, however long that takes and whatever is written meanwhile. */
export async function takeSnapshot(
  source: DatabaseSync,
  path: string,
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<void> {
  await removeSnapshot(path);
  // Without a transaction of its own, every write beside it would make the copy begin anew.
  source.exec("BEGIN");
  try {
    source.prepare("SELECT count(*) FROM sqlite_schema").get();
    onProgress(0);
    signal.throwIfAborted();
    await backup(source, path, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted();
        onProgress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
      },
    });
  } finally {
    source.exec("COMMIT");
  }
  signal.throwIfAborted();
}

/** Removes a snapshot with what SQLite may have left beside it. */
export async function removeSnapshot(path: string): Promise<void> {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
}

/** Opens a snapshot to change it. It stays one file. */
export function openSnapshot(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    // Nothing of what is removed stays in free pages.
    database.exec("PRAGMA secure_delete = ON");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Removes all that the database knows of these files. */
export function forgetFiles(database: DatabaseSync, fileIds: readonly string[]): void {
  const columns = { files: "id", documents: "document_id", index_jobs: "document_id" };
  const present = tablesOf(database);
  inWriteTransaction(database, () => {
    // Chunks, vectors and intents go with their document.
    for (const [table, column] of Object.entries(columns).filter(([name]) => present.has(name))) {
      const remove = database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`);
      for (const fileId of fileIds) remove.run(fileId);
    }
  });
}

/** The tables that hold a library. What other tables hold, accounts for instance, is the same on every stack. */
const LIBRARY_TABLES = [
  ...["sessions", "files", "documents", "chunks", "vectors", "staged_vectors"],
  ...["libraries", "embedders", "removed_files", "change_intents", "index_jobs"],
  ...["loose_words", "words_rules"],
];

/** The index of words, and the tables that it keeps itself in. */
const WORDS = /^words(?:_(?:config|content|data|docsize|idx))?$/;

/** Puts what another database holds beside its library in the place of what this one does. */
export function adoptAccounts(database: DatabaseSync, other: string): void {
  database.exec("PRAGMA foreign_keys = OFF");
  database.prepare("ATTACH ? AS other").run(other);
  const version = rowOf<{ user_version: number }>(
    database.prepare("PRAGMA other.user_version"),
  )?.user_version;
  if (version !== schemaVersionOf(database)) throw olderAccounts();
  inWriteTransaction(database, () => {
    const others = [...tablesOf(database)].filter(
      (name) => !LIBRARY_TABLES.includes(name) && !WORDS.test(name),
    );
    for (const table of others) {
      database.exec(
        `DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM other."${table}"`,
      );
    }
  });
  database.exec("DETACH other; PRAGMA foreign_keys = ON");
}

/** Removes the library from a database and leaves the rest. */
export function forgetLibrary(database: DatabaseSync): void {
  const present = tablesOf(database);
  inWriteTransaction(database, () => {
    for (const table of LIBRARY_TABLES.filter((name) => present.has(name)))
      database.exec(`DELETE FROM ${table}`);
    if (present.has("words")) database.exec("INSERT INTO words (words) VALUES ('delete-all')");
  });
  database.exec("VACUUM");
}

/** Counts what a database holds, after looking whether it is whole. */
export function examineDatabase(database: DatabaseSync, signal: AbortSignal): DatabaseContents {
  for (const table of tablesOf(database)) {
    signal.throwIfAborted();
    const answers = rowsOf<{ quick_check: string }>(database.prepare(`PRAGMA quick_check("${table}")`));
    if (answers.length !== 1 || answers[0]?.quick_check !== "ok") throw damagedDatabase();
  }
  const count = (table: string) =>
    rowOf<{ count: number }>(database.prepare(`SELECT count(*) AS count FROM ${table}`))?.count ?? 0;
  return {
    schema: schemaVersionOf(database),
    sessions: count("sessions"),
    files: count("files"),
    documents: count("documents"),
  };
}

function tablesOf(database: DatabaseSync): Set<string> {
  const tables = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  return new Set(rowsOf<{ name: string }>(tables).map(({ name }) => name));
}

/** Whether a data folder has a database. */
export function hasDatabase(directory: string): Promise<boolean> {
  return holdsSomething(placesIn(directory).database);
}

async function holdsSomething(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function nothingThere(directory: string): AppError {
  return new AppError("invalid-input", `There is no library in ${directory}`, {
    details: "Look whether DATA_DIR names the right folder",
  });
}

function olderAccounts(): AppError {
  return new AppError("database-failed", "The database was written by an older version of Carrel", {
    details: "Start the service once to bring it up to date",
  });
}

function damagedDatabase(): AppError {
  return new AppError(
    "database-failed",
    "The database file is damaged, so a backup of it would be of no use",
    {
      details: "Keep the backups that you have, and restore one of them",
    },
  );
}
