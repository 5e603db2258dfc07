import { type EmbeddedStorage, openEmbeddedStorage } from "./adapters/embedded/storage.ts";
import type { ModelLog } from "./adapters/model-calls/model-log.ts";
import type { Config } from "./config.ts";
import { AppError } from "./domain/errors.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { JobStore } from "./ports/job-store.ts";
import type { PlatformArchive } from "./ports/platform-archive.ts";
import type { SessionStore } from "./ports/session-store.ts";
import type { VectorArchive } from "./ports/vector-archive.ts";
import type { VectorGenerations } from "./ports/vector-generations.ts";
import type { VectorLeftovers } from "./ports/vector-leftovers.ts";
import type { VectorStore } from "./ports/vector-store.ts";
import type { AnyBackend, ClusteredBackend } from "./usecases/library.ts";

/** Everything that keeps something, open; `close` ends it. */
export interface OpenStores {
  sessions: SessionStore;
  jobs: JobStore;
  files: FileStore;
  platformArchive: PlatformArchive;
  vectors: VectorStore;
  vectorArchive: VectorArchive;
  generations: VectorGenerations;
  leftovers: VectorLeftovers;
  backends: AnyBackend[];
  /** Creates what the backends lack and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
  /** What `provision` would renew, although everything works without that. */
  review(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

type StoresConfig = Pick<Config, "platform" | "vectors" | "dataDirectory">;

/** Chooses and opens what keeps sessions, files and vectors. The embedded storage is opened where one of them needs it. */
export async function openStores(config: StoresConfig, log: ModelLog): Promise<OpenStores> {
  let storage: Promise<EmbeddedStorage> | undefined;
  const embedded = () => {
    storage ??= openEmbeddedStorage({ directory: config.dataDirectory });
    return storage;
  };
  const platform = await openPlatform(config.platform, embedded);
  const passages = await openVectors(config.vectors, embedded, log);
  return {
    sessions: platform.sessions,
    jobs: platform.jobs,
    files: platform.files,
    platformArchive: platform.archive,
    vectors: passages.vectors,
    vectorArchive: passages.archive,
    generations: passages.generations,
    leftovers: passages.leftovers,
    backends: [
      { port: "sessions", name: platform.name, check: platform.check },
      { port: "files", name: platform.name, check: platform.check },
      { port: "vectors", name: passages.name, check: passages.check, nodes: passages.nodes },
    ],
    review: passages.review,
    async provision(signal) {
      return [...(await platform.provision(signal)), ...(await passages.provision(signal))];
    },
    async close() {
      await passages.close();
      await (await storage)?.close();
    },
  };
}

interface OpenPart {
  name: string;
  check(signal: AbortSignal): Promise<void>;
  provision(signal: AbortSignal): Promise<string[]>;
}

interface OpenPlatform extends OpenPart {
  sessions: SessionStore;
  jobs: JobStore;
  files: FileStore;
  archive: PlatformArchive;
}

async function openPlatform(
  config: Config["platform"],
  embedded: () => Promise<EmbeddedStorage>,
): Promise<OpenPlatform> {
  switch (config.kind) {
    case "embedded": {
      const { sessions, jobs, files, platformArchive: archive, check } = await embedded();
      return { name: config.kind, sessions, jobs, files, archive, check, provision: nothing };
    }
    case "appwrite": {
      const { openAppwritePlatform } = await import("./adapters/appwrite/open-appwrite-platform.ts");
      return { name: config.kind, ...openAppwritePlatform(config) };
    }
  }
}

interface OpenVectors extends OpenPart {
  vectors: VectorStore;
  archive: VectorArchive;
  generations: VectorGenerations;
  leftovers: VectorLeftovers;
  nodes: ClusteredBackend["nodes"];
  review(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

async function openVectors(
  config: Config["vectors"],
  embedded: () => Promise<EmbeddedStorage>,
  log: ModelLog,
): Promise<OpenVectors> {
  switch (config.kind) {
    case "embedded": {
      const { vectors, vectorArchive: archive, generations, leftovers, check } = await embedded();
      const close = () => Promise.resolve();
      return {
        name: config.kind,
        vectors,
        archive,
        generations,
        leftovers,
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
