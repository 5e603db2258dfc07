import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { newId as makeId } from "../../domain/id.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { JobStore } from "../../ports/job-store.ts";
import type { PlatformArchive } from "../../ports/platform-archive.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import type { VectorArchive } from "../../ports/vector-archive.ts";
import type { VectorGenerations } from "../../ports/vector-generations.ts";
import type { VectorLeftovers } from "../../ports/vector-leftovers.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import { openFileBytes, placesIn, syncDirectory } from "./storage/file-bytes.ts";
import { openFileStore } from "./storage/file-store.ts";
import { openJobStore } from "./storage/job-store.ts";
import { openPlatformArchive } from "./storage/platform-archive.ts";
import type { SearchOperations, SearchSettings } from "./storage/search-thread.ts";
import { openSessionStore } from "./storage/session-store.ts";
import { storageFailure } from "./storage/storage-failure.ts";
import { sweepFiles } from "./storage/sweep-files.ts";
import { openThread } from "./storage/thread.ts";
import { openVectorArchive } from "./storage/vector-archive.ts";
import { type ConfirmedEmbedder, openVectorGenerations } from "./storage/vector-generations.ts";
import { openVectorStore } from "./storage/vector-store.ts";
import type { WriterOperations, WriterSettings } from "./storage/writer-thread.ts";

/** A transaction that was not committed leaves nothing. */
const NO_LEFTOVERS: VectorLeftovers = { leftovers: async () => [], removeLeftovers: async () => [] };

const OPEN_LIMIT_MS = 60_000;
const MEMORY_BUDGET_BYTES = 2 ** 30;

/** Where the storage is, and the world around it. */
export interface EmbeddedStorageOptions {
  /** Made where it is missing. */
  directory: string;
  now?: () => Date;
  newId?: () => string;
  /** How much memory the vectors of the users who search may take together. */
  memoryBudgetBytes?: number;
}

/** The stores of one directory. */
export interface EmbeddedStorage {
  sessions: SessionStore;
  jobs: JobStore;
  files: FileStore;
  vectors: VectorStore;
  generations: VectorGenerations;
  platformArchive: PlatformArchive;
  vectorArchive: VectorArchive;
  leftovers: VectorLeftovers;
  /** Resolves where the database answers. */
  check(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens sessions, jobs, files and vectors in one directory: a SQLite file and the files' bytes. All SQL runs in two
 * threads, one that writes and one that searches.
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  const { now = () => new Date(), newId = makeId, memoryBudgetBytes = MEMORY_BUDGET_BYTES } = options;
  const directory = resolve(options.directory);
  const places = placesIn(directory);
  await prepareDirectory(directory);
  const writer = openThread<WriterOperations>({
    script: new URL("./storage/writer-thread.ts", import.meta.url),
    settings: { databasePath: places.database } satisfies WriterSettings,
  });
  const searcher = openThread<SearchOperations>({
    script: new URL("./storage/search-thread.ts", import.meta.url),
    settings: {
      databasePath: places.database,
      dimensions: DIMENSIONS,
      memoryBudgetBytes,
    } satisfies SearchSettings,
  });
  const files = openFileStore({
    writer: writer.callsFor("storage-failed"),
    bytes: openFileBytes(directory),
    now,
    newId,
  });
  const confirmed: ConfirmedEmbedder = { identity: null };
  const check = async (signal: AbortSignal) => {
    // The writer first: it makes the database that the other one opens.
    await writer.callsFor("database-failed").read("checkWriter", undefined, { signal });
    await searcher.callsFor("vector-store-failed").read("checkSearch", undefined, { signal });
  };
  const close = async () => {
    // The writer last: it folds the log into the database when it is the last one to close it.
    await searcher.close();
    await writer.close();
  };
  try {
    const limit = AbortSignal.timeout(OPEN_LIMIT_MS);
    await check(limit);
    await sweepFiles({ ...places, now, recorded: (fileIds) => files.existing(fileIds, limit) });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    sessions: openSessionStore({ writer: writer.callsFor("database-failed"), now, newId }),
    jobs: openJobStore({ writer: writer.callsFor("database-failed"), newId }),
    files,
    vectors: openVectorStore({
      writer: writer.callsFor("vector-store-failed"),
      searcher: searcher.callsFor("vector-store-failed"),
      confirmed,
    }),
    generations: openVectorGenerations(writer.callsFor("vector-store-failed"), confirmed),
    platformArchive: openPlatformArchive({
      sessionCalls: writer.callsFor("database-failed"),
      fileCalls: writer.callsFor("storage-failed"),
      files,
    }),
    vectorArchive: openVectorArchive(writer.callsFor("vector-store-failed")),
    leftovers: NO_LEFTOVERS,
    check,
    close,
  };
}

async function prepareDirectory(directory: string): Promise<void> {
  const { files, temporary } = placesIn(directory);
  const probe = join(temporary, randomUUID());
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await mkdir(files, { recursive: true, mode: 0o700 });
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    await writeFile(probe, "");
    await rm(probe);
    await syncDirectory(directory);
  } catch (error) {
    throw storageFailure(error);
  }
}
