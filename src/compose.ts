import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openNoVisionModel } from "./adapters/embedded/no-vision-model.ts";
import { openEmbeddedStorage } from "./adapters/embedded/storage.ts";
import { openOcrVisionModel } from "./adapters/extract/ocr-vision-model.ts";
import { openTextExtractor } from "./adapters/extract/open-text-extractor.ts";
import type { ModelLog } from "./adapters/model-calls/model-log.ts";
import { openModels } from "./compose-models.ts";
import type { Config } from "./config.ts";
import { newId } from "./domain/id.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { SessionStore } from "./ports/session-store.ts";
import type { VectorGenerations } from "./ports/vector-generations.ts";
import type { VectorStore } from "./ports/vector-store.ts";
import { guardEmbedder } from "./usecases/guard-embedder.ts";
import type { Backend, Library } from "./usecases/library.ts";
import { openDocumentLocks, openTurnstile } from "./usecases/turnstile.ts";

/** How many documents are indexed at once. */
const INDEXED_AT_ONCE = 3;

/** A library with everything behind it open; `close` ends it all. */
export interface OpenLibrary {
  library: Library;
  generations: VectorGenerations;
  /** The embedder without its guard. */
  embedder: Embedder;
  temporaryDirectory: string;
  close(): Promise<void>;
}

/** Chooses and opens what serves each port. */
export async function openLibrary(config: Config, log: ModelLog): Promise<OpenLibrary> {
  const temporaryDirectory = join(config.dataDirectory, "tmp");
  await mkdir(temporaryDirectory, { recursive: true });
  const now = () => new Date();
  const stores = await openStores(config);
  const ocr = config.ocrLanguages === null ? null : { languages: config.ocrLanguages };
  const extractor = openTextExtractor({ temporaryDirectory, ocr });
  const without =
    ocr === null
      ? { vision: openNoVisionModel(), visionName: "none" }
      : { vision: openOcrVisionModel(extractor), visionName: "text recognition" };
  const { backends, close: closeModels, embedder, ...models } = await openModels(config.models, without, log);
  const library: Library = {
    sessions: stores.sessions,
    files: stores.files,
    vectors: stores.vectors,
    ...models,
    embedder: guardEmbedder(embedder, stores.generations, now),
    extractor,
    indexing: openTurnstile(INDEXED_AT_ONCE),
    locks: openDocumentLocks(),
    backends: [
      ...stores.backends,
      ...backends,
      { port: "extractor", name: "embedded", check: () => Promise.resolve() },
    ],
    now,
    newId,
  };
  return {
    library,
    generations: stores.generations,
    embedder,
    temporaryDirectory,
    async close() {
      await extractor.close();
      await closeModels();
      await stores.close();
    },
  };
}

interface OpenStores {
  sessions: SessionStore;
  files: FileStore;
  vectors: VectorStore;
  generations: VectorGenerations;
  backends: Backend[];
  close(): Promise<void>;
}

async function openStores(config: Config): Promise<OpenStores> {
  const storage = await openEmbeddedStorage({ directory: config.dataDirectory });
  const { check } = storage;
  return {
    ...storage,
    backends: [
      { port: "sessions", name: "embedded", check },
      { port: "files", name: "embedded", check },
      { port: "vectors", name: "embedded", check },
    ],
  };
}
