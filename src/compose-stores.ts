import { findInFolder } from "./adapters/data-folder/find-in-folder.ts";
import { openBackupArchives } from "./adapters/embedded/backup.ts";
import {
  type EmbeddedStorage,
  openEmbeddedStorage,
  type StorageAccess,
} from "./adapters/embedded/storage.ts";
import type { Config } from "./config.ts";
import { AppError } from "./domain/errors.ts";
import type { AccountStore } from "./ports/account-store.ts";
import type { BackupArchives } from "./ports/backup-archives.ts";
import type { ChangeIntents } from "./ports/change-intents.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { FolderTraces } from "./ports/folder-traces.ts";
import type { JobStore } from "./ports/job-store.ts";
import type { KeyStore } from "./ports/key-store.ts";
import type { Log } from "./ports/log.ts";
import type { PlatformArchive } from "./ports/platform-archive.ts";
import type { SessionStore } from "./ports/session-store.ts";
import type { VectorArchive } from "./ports/vector-archive.ts";
import type { VectorGenerations } from "./ports/vector-generations.ts";
import type { VectorLeftovers } from "./ports/vector-leftovers.ts";
import type { VectorStore } from "./ports/vector-store.ts";
import type { VectorTraces } from "./ports/vector-traces.ts";
import type { WholeDocuments } from "./ports/whole-documents.ts";
import { NOTHING_TO_WIPE, type Wiping } from "./ports/wiping.ts";
import type { WordsIndex } from "./ports/words-index.ts";
import { changeBothStores } from "./usecases/change-both-stores.ts";
import type { AnyBackend, ClusteredBackend } from "./usecases/library.ts";

/** Everything that keeps something, open; `close` ends it. */
export interface OpenStores {
  sessions: SessionStore;
  jobs: JobStore;
  files: FileStore;
  platformArchive: PlatformArchive;
  vectors: VectorStore;
  words: WordsIndex;
  vectorArchive: VectorArchive;
  generations: VectorGenerations;
  leftovers: VectorLeftovers;
  wholeDocuments: WholeDocuments;
  wiping: Wiping;
  vectorTraces: VectorTraces;
  folder: FolderTraces;
  /** Also where callers are not told apart: they may have been. */
  keys: KeyStore;
  /** Null where the data folder keeps no database. */
  accounts: AccountStore | null;
  backends: AnyBackend[];
  /** How many files were set aside, because nothing knows them. */
  setAside(): Promise<number>;
  /** Creates what the backends lack and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
  /** What `provision` would renew, although everything works without that. */
  review(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

type StoresConfig = Pick<Config, "platform" | "vectors" | "dataDirectory" | "auth">;

/** What a command does with a data folder, and its name for whoever finds the folder in use. */
export interface StoresUse {
  access: StorageAccess;
  command: string;
}

/** For whoever does not say. */
export const ALL_OF_IT: StoresUse = { access: "own", command: "carrel" };

/** Chooses and opens what keeps sessions, files and vectors. The embedded storage is opened where one of them needs it. */
export async function openStores(
  config: StoresConfig,
  log: Log,
  use: StoresUse = ALL_OF_IT,
): Promise<OpenStores> {
  // What is open already is closed again where something after it cannot be opened.
  await using opening = new AsyncDisposableStack();
  let storage: Promise<EmbeddedStorage> | undefined;
  const openStorage = async () => {
    const onTidied = (message: string, fields: Record<string, string | number>) =>
      log({ level: "warn", message, fields });
    const opened = await openEmbeddedStorage({ directory: config.dataDirectory, ...use, onTidied });
    opening.defer(() => opened.close());
    return opened;
  };
  const embedded = () => {
    storage ??= openStorage();
    return storage;
  };
  const platform = await openPlatform(config.platform, embedded);
  const passages = await openVectors(config.vectors, embedded, log);
  const openWholeDocuments = async () => {
    if (isAllEmbedded(config)) return (await embedded()).wholeDocuments;
    const { vectors, intents } = passages;
    return changeBothStores({ files: platform.files, vectors, intents, now: () => new Date() });
  };
  // Accounts are in the data folder wherever everything else is.
  if (config.auth.kind === "password") await embedded();
  opening.defer(() => passages.close());
  const opened = opening.move();
  return {
    sessions: platform.sessions,
    jobs: platform.jobs,
    files: platform.files,
    platformArchive: platform.archive,
    vectors: passages.vectors,
    words: passages.words,
    vectorArchive: passages.archive,
    generations: passages.generations,
    leftovers: passages.leftovers,
    wholeDocuments: await openWholeDocuments(),
    vectorTraces: passages.traces,
    folder: {
      holding: (word, signal) => findInFolder(config.dataDirectory, word, signal),
      leftovers: async (signal) => (await storage)?.leftoverBytes(signal) ?? null,
    },
    // What is elsewhere is in others' hands.
    wiping: storage === undefined ? NOTHING_TO_WIPE : (await storage).wiping,
    keys: platform.keys,
    accounts: storage === undefined ? null : (await storage).accounts,
    backends: [
      { port: "sessions", name: platform.name, check: platform.check },
      { port: "files", name: platform.name, check: platform.check },
      { port: "vectors", name: passages.name, check: passages.check, nodes: passages.nodes },
    ],
    review: passages.review,
    setAside: platform.setAside,
    async provision(signal) {
      return [...(await platform.provision(signal)), ...(await passages.provision(signal))];
    },
    close: () => opened.disposeAsync(),
  };
}

/** Whether everything that the settings name is in the data folder. */
export function isAllEmbedded({ platform, vectors }: StoresConfig): boolean {
  return platform.kind === "embedded" && vectors.kind === "embedded";
}

/** The archives of data folders, in which this version of Carrel notes its name. */
export function openArchives(version: string): BackupArchives {
  return openBackupArchives({ version, now: () => new Date() });
}

interface OpenPart {
  name: string;
  check(signal: AbortSignal): Promise<void>;
  provision(signal: AbortSignal): Promise<string[]>;
}

interface OpenPlatform extends OpenPart {
  keys: KeyStore;
  sessions: SessionStore;
  jobs: JobStore;
  files: FileStore;
  archive: PlatformArchive;
  setAside(): Promise<number>;
}

async function openPlatform(
  config: Config["platform"],
  embedded: () => Promise<EmbeddedStorage>,
): Promise<OpenPlatform> {
  switch (config.kind) {
    case "embedded": {
      const { platformArchive: archive, ...storage } = await embedded();
      return { ...storage, name: config.kind, archive, provision: nothing };
    }
    case "appwrite": {
      const { openAppwritePlatform } = await import("./adapters/appwrite/open-appwrite-platform.ts");
      return { name: config.kind, setAside: async () => 0, ...openAppwritePlatform(config) };
    }
  }
}

interface OpenVectors extends OpenPart {
  vectors: VectorStore;
  words: WordsIndex;
  archive: VectorArchive;
  generations: VectorGenerations;
  leftovers: VectorLeftovers;
  intents: ChangeIntents;
  traces: VectorTraces;
  nodes: ClusteredBackend["nodes"];
  review(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

async function openVectors(
  config: Config["vectors"],
  embedded: () => Promise<EmbeddedStorage>,
  log: Log,
): Promise<OpenVectors> {
  switch (config.kind) {
    case "embedded": {
      const storage = await embedded();
      const { vectors, vectorArchive: archive, generations, leftovers, intents, check } = storage;
      const close = () => Promise.resolve();
      return {
        name: config.kind,
        vectors,
        words: storage.words,
        archive,
        generations,
        leftovers,
        intents,
        traces: storage.vectorTraces,
        check,
        provision: nothing,
        review: nothing,
        nodes: () => Promise.resolve([]),
        close,
      };
    }
    case "qdrant": {
      const { openQdrantVectorStore } = await import("./adapters/qdrant/open-qdrant-vector-store.ts");
      const store = await openQdrantVectorStore({ ...config, onLeftover: (cause) => log(leftover(cause)) });
      return { ...store, name: config.kind, vectors: store, leftovers: store };
    }
  }
}

function nothing(): Promise<string[]> {
  return Promise.resolve([]);
}

/** What the log says of old points that could not be deleted: nobody sees them, and `doctor --fix` removes them. */
function leftover(cause: unknown) {
  const reason = cause instanceof AppError ? cause.message : String(cause);
  return { level: "warn" as const, message: "old passages could not be removed yet", fields: { reason } };
}
