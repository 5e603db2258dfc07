import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ErrorCode } from "../../domain/errors.ts";
import { newId as makeId } from "../../domain/id.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { AccountStore } from "../../ports/account-store.ts";
import type { ChangeIntents } from "../../ports/change-intents.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { DatabaseLeftovers } from "../../ports/folder-traces.ts";
import type { JobStore } from "../../ports/job-store.ts";
import type { KeyStore } from "../../ports/key-store.ts";
import type { PlatformArchive } from "../../ports/platform-archive.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import type { VectorArchive } from "../../ports/vector-archive.ts";
import type { VectorGenerations } from "../../ports/vector-generations.ts";
import type { VectorLeftovers } from "../../ports/vector-leftovers.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import type { VectorTraces } from "../../ports/vector-traces.ts";
import type { WholeDocuments } from "../../ports/whole-documents.ts";
import { NOTHING_TO_WIPE, type Wiping } from "../../ports/wiping.ts";
import type { WordsIndex } from "../../ports/words-index.ts";
import { expectRoom } from "../data-folder/disk-room.ts";
import {
  type Claim,
  type FolderHold,
  lookAtFolder,
  ownFolder,
  ownOrJoinFolder,
} from "../data-folder/folder-owner.ts";
import { openTemporaryFolder } from "../data-folder/temporary-folder.ts";
import { openAccountStore } from "./storage/account-store.ts";
import { type IdentifiedFiles, openFileStore } from "./storage/file-store.ts";
import { syncDirectory } from "./storage/files/directory.ts";
import { openFileBytes, placesIn } from "./storage/files/file-bytes.ts";
import { openQuarantine } from "./storage/files/quarantine.ts";
import { storageFailure } from "./storage/files/storage-failure.ts";
import { sweepFiles } from "./storage/files/sweep-files.ts";
import { openJobStore } from "./storage/job-store.ts";
import { openKeyStore } from "./storage/key-store.ts";
import { openPlatformArchive } from "./storage/platform-archive.ts";
import type { DatabasePlace } from "./storage/records/open-database.ts";
import { openSessionStore } from "./storage/session-store.ts";
import type { SearchOperations, SearchSettings } from "./storage/threads/search-thread.ts";
import { openThread } from "./storage/threads/thread.ts";
import type { WipingOperations, WipingSettings } from "./storage/threads/wiping-thread.ts";
import type { WriterOperations, WriterSettings } from "./storage/threads/writer-thread.ts";
import { openVectorArchive } from "./storage/vector-archive.ts";
import { openVectorGenerations } from "./storage/vector-generations.ts";
import { openVectorStore } from "./storage/vector-store.ts";
import { openChangeIntents, openWholeDocuments } from "./storage/whole-documents.ts";
import { examineFreePages } from "./storage/wiping/examine-free-pages.ts";
import { openWiping, wipedAfter } from "./storage/wiping/open-wiping.ts";
import { openWordsIndex } from "./storage/words-index.ts";

/** A transaction that was not committed leaves nothing. */
const NO_LEFTOVERS: VectorLeftovers = { leftovers: async () => [], removeLeftovers: async () => [] };

const OPEN_LIMIT_MS = 60_000;
const MEMORY_BUDGET_BYTES = 2 ** 30;

/**
 * What a process may do with a directory. `own`: everything, and no other process owns it meanwhile. `join`: change what
 * is in the database, also beside its owner. `look`: read; nothing is written or made.
 */
export type StorageAccess = "own" | "join" | "look";

/** Where the storage is, and the world around it. */
export interface EmbeddedStorageOptions {
  /** Made where it is missing, unless it is only looked at. */
  directory: string;
  access?: StorageAccess;
  /** What the process is called where another one is told who has the directory. */
  command?: string;
  /** Hears of files that were set aside or came back, and of what could not be tidied. */
  onTidied?(message: string, fields: Record<string, string | number>): void;
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
  accounts: AccountStore;
  keys: KeyStore;
  vectors: VectorStore;
  words: WordsIndex;
  generations: VectorGenerations;
  platformArchive: PlatformArchive;
  vectorArchive: VectorArchive;
  leftovers: VectorLeftovers;
  wholeDocuments: WholeDocuments;
  intents: ChangeIntents;
  wiping: Wiping;
  vectorTraces: VectorTraces;
  /** What is left in the database of what was removed; for a process that only looks. */
  leftoverBytes(signal: AbortSignal): Promise<DatabaseLeftovers | null>;
  /** How many files were set aside, because no record knows them. */
  setAside(): Promise<number>;
  /** Resolves where the database answers. */
  check(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens sessions, jobs, files, vectors, accounts and keys in one directory: a SQLite file and the files' bytes. All SQL runs in two
 * threads, one that writes and one that searches.
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<EmbeddedStorage> {
  const { now = () => new Date(), newId = makeId, memoryBudgetBytes = MEMORY_BUDGET_BYTES } = options;
  const { access = "own", command = "carrel", onTidied = () => undefined } = options;
  const directory = resolve(options.directory);
  const places = placesIn(directory);
  const { hold, place } = await enter({ directory, access, command, now });
  const writer = openThread<WriterOperations>({
    script: new URL("./storage/threads/writer-thread.ts", import.meta.url),
    settings: { place } satisfies WriterSettings,
  });
  const searcher = openThread<SearchOperations>({
    script: new URL("./storage/threads/search-thread.ts", import.meta.url),
    settings: { place, dimensions: DIMENSIONS, memoryBudgetBytes } satisfies SearchSettings,
  });
  const wiper = openThread<WipingOperations>({
    script: new URL("./storage/threads/wiping-thread.ts", import.meta.url),
    settings: { place } satisfies WipingSettings,
  });
  const onLeftover = (cause: unknown) => onTidied(NOT_TIDIED, { reason: String(cause) });
  const wiping = openWiping({
    calls: wiper.callsFor("database-failed"),
    path: place.path,
    onFailure: (cause) => onTidied(NOT_WIPED, { reason: String(cause) }),
  });
  const writes = (code: ErrorCode) => wipedAfter(writer.callsFor(code), wiping);
  const temporary = openTemporaryFolder({ parent: places.temporary, onLeftover });
  const quarantine = openQuarantine(places.quarantine, now);
  const bytes = openFileBytes({ files: places.files, temporary, quarantine });
  const files = openFileStore({ writer: writes("storage-failed"), bytes, now, newId });
  const askThreads = async (signal: AbortSignal) => {
    // The writer first: it makes the database that the other one opens.
    await writer.callsFor("database-failed").read("checkWriter", undefined, { signal });
    await searcher.callsFor("vector-store-failed").read("checkSearch", undefined, { signal });
  };
  const close = async () => {
    // The writer last: it folds the log into the database when it is the last one to close it.
    await wiping.stop();
    await searcher.close();
    await wiper.close();
    await writer.close();
    wiping.release();
    await temporary.close();
    if (access !== "join") await hold?.release();
  };
  const sweep = async (signal: AbortSignal) => {
    await files.clearRemoved(signal);
    await sweepFiles({
      ...{ files: places.files, bytes, quarantine, say: onTidied },
      recorded: (fileIds) => files.existing(fileIds, signal),
      hasRecords: () => writer.callsFor("storage-failed").read("hasFiles", undefined, { signal }),
    });
  };
  try {
    const limit = AbortSignal.timeout(OPEN_LIMIT_MS);
    // Who looks may also want to see what is wrong: the first call says it.
    if (access !== "look") await askThreads(limit);
    // A thread that has to be started again finds the database, or says that it is gone.
    place.mayBeMade = false;
    if (access === "own") await sweep(limit).catch(onLeftover);
    if (access === "own") {
      await writer.callsFor("vector-store-failed").write("tidyWords", undefined, { signal: limit });
    }
    const isWiped = () => writer.callsFor("database-failed").read("isWiped", undefined, { signal: limit });
    // What an earlier process could not overwrite any more.
    if (access === "own" && !(await isWiped())) wiping.soon();
    // Transactions need nobody to stay away.
    if (access === "join") await hold?.release();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    sessions: openSessionStore({ writer: writes("database-failed"), now, newId }),
    jobs: openJobStore({ writer: writes("database-failed"), newId }),
    files,
    accounts: openAccountStore({ writer: writes("database-failed"), now }),
    keys: openKeyStore({ writer: writes("database-failed"), now }),
    vectors: openVectorStore({
      writer: writes("vector-store-failed"),
      searcher: searcher.callsFor("vector-store-failed"),
    }),
    words: openWordsIndex({
      writer: writes("vector-store-failed"),
      searcher: searcher.callsFor("vector-store-failed"),
    }),
    generations: openVectorGenerations(writes("vector-store-failed")),
    platformArchive: openPlatformArchive({
      sessionCalls: writes("database-failed"),
      fileCalls: writes("storage-failed"),
      files,
    }),
    vectorArchive: openVectorArchive(writes("vector-store-failed")),
    leftovers: NO_LEFTOVERS,
    wholeDocuments: openWholeDocuments(writes("storage-failed"), files),
    intents: openChangeIntents(writes("vector-store-failed"), now),
    wiping: access === "look" ? NOTHING_TO_WIPE : withFiles(wiping, files),
    vectorTraces: {
      tracesOf: (id, signal) =>
        writer.callsFor("vector-store-failed").read("vectorTraces", { id }, { signal }),
    },
    async leftoverBytes(signal) {
      const isWiped = await writer.callsFor("database-failed").read("isWiped", undefined, { signal });
      const examined = examineFreePages(place.path);
      return examined === null ? null : { ...examined, isWiped };
    },
    setAside: async () => (await quarantine.list()).length,
    async check(signal) {
      await askThreads(signal);
      if (existsSync(directory)) await expectRoom(directory);
    },
    close,
  };
}

const NOT_TIDIED = "what was left behind could not be tidied";
const NOT_WIPED = "what was removed could not be overwritten yet";

/** Wiping that first removes the bytes of files whose record is gone, where that could not be done at once. */
function withFiles(wiping: Wiping, files: Pick<IdentifiedFiles, "clearRemoved">): Wiping {
  return {
    settle: wiping.settle,
    async wipe(signal) {
      await files.clearRemoved(signal);
      return wiping.wipe(signal);
    },
  };
}

/** Enters the directory as `access` says; `hold` is null where nothing has to be given back. */
async function enter(
  claim: Claim & { access: StorageAccess },
): Promise<{ hold: FolderHold | null; place: DatabasePlace }> {
  const { directory, access } = claim;
  const { database: path, files } = placesIn(directory);
  const placeAs = (role: DatabasePlace["access"]) => ({
    path,
    files,
    access: role,
    mayBeMade: role === "owner",
  });
  if (access === "look") {
    const hold = lookAtFolder(directory);
    return { hold, place: placeAs(hold === null ? "looker" : "sole-looker") };
  }
  await prepareDirectory(directory);
  try {
    const hold = access === "own" ? await ownFolder(claim) : await ownOrJoinFolder(claim);
    return { hold, place: placeAs(hold === null ? "guest" : "owner") };
  } catch (error) {
    throw storageFailure(error);
  }
}

async function prepareDirectory(directory: string): Promise<void> {
  const { files } = placesIn(directory);
  const probe = join(directory, `probe-${randomUUID()}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await mkdir(files, { recursive: true, mode: 0o700 });
    await writeFile(probe, "");
    await rm(probe);
    await syncDirectory(directory);
  } catch (error) {
    throw storageFailure(error);
  }
}
