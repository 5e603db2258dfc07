import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openKeptWork } from "./adapters/embedded/kept-work.ts";
import { openNoVisionModel } from "./adapters/embedded/no-vision-model.ts";
import { openOcrVisionModel } from "./adapters/extract/ocr-vision-model.ts";
import { openTextExtractor } from "./adapters/extract/open-text-extractor.ts";
import type { ModelLog } from "./adapters/model-calls/model-log.ts";
import { openModels } from "./compose-models.ts";
import { type OpenStores, openStores } from "./compose-stores.ts";
import type { Config } from "./config.ts";
import { AppError } from "./domain/errors.ts";
import { newId } from "./domain/id.ts";
import type { Embedder } from "./ports/embedder.ts";
import { type GuardedEmbedder, guardEmbedder } from "./usecases/guard-embedder.ts";
import type { AnyBackend, Backend, Library } from "./usecases/library.ts";
import { openDocumentLocks } from "./usecases/turnstile.ts";

/** A library with everything behind it open; `close` ends it all. */
export interface OpenLibrary {
  library: Library;
  stores: OpenStores;
  generations: OpenStores["generations"];
  /** The embedder without its guard. */
  embedder: Embedder;
  /** What serves each port; that of the embedder does not say whether the library is its own. */
  backends: readonly AnyBackend[];
  /** Rejects where the embedder cannot serve this library. */
  checkEmbedder: GuardedEmbedder["check"];
  temporaryDirectory: string;
  /** What whoever starts it should know of a model that was found by itself. */
  finding: string | null;
  close(): Promise<void>;
}

/** Chooses and opens what serves each port. */
export async function openLibrary(config: Config, log: ModelLog): Promise<OpenLibrary> {
  const temporaryDirectory = join(config.dataDirectory, "tmp");
  await makeFolder(temporaryDirectory, config.dataDirectory);
  const now = () => new Date();
  // What is open already is closed again where something after it cannot be opened.
  await using opening = new AsyncDisposableStack();
  const stores = await openStores(config, log);
  opening.defer(() => stores.close());
  const ocr = config.ocrLanguages === null ? null : { languages: config.ocrLanguages };
  const extractor = openTextExtractor({ temporaryDirectory, ocr });
  opening.defer(() => extractor.close());
  const without =
    ocr === null
      ? { vision: openNoVisionModel(), visionName: "none" }
      : { vision: openOcrVisionModel(extractor), visionName: "text recognition" };
  const { finding, close, embedder, ...models } = await openModels(config.models, without, log);
  opening.defer(close);
  const guarded = guardEmbedder(embedder, stores.generations, now);
  opening.defer(guarded.close);
  const backends: AnyBackend[] = [
    ...stores.backends,
    ...models.backends,
    { port: "extractor", name: "embedded", check: () => Promise.resolve() },
  ];
  const library: Library = {
    sessions: stores.sessions,
    jobs: stores.jobs,
    keptWork: openKeptWork(join(config.dataDirectory, "jobs")),
    files: stores.files,
    vectors: stores.vectors,
    ...models,
    embedder: guarded,
    extractor,
    locks: openDocumentLocks(),
    backends: backends.map((backend) =>
      backend.port === "embedder" ? withGuard(backend, guarded) : backend,
    ),
    now,
    newId,
  };
  const opened = opening.move();
  return {
    library,
    stores,
    generations: stores.generations,
    embedder,
    backends,
    checkEmbedder: guarded.check,
    temporaryDirectory,
    finding,
    close: () => opened.disposeAsync(),
  };
}

/** The embedder's backend, which works only where the library is its own. */
function withGuard(backend: Backend, guarded: GuardedEmbedder): Backend {
  return {
    port: backend.port,
    get name() {
      return backend.name;
    },
    async check(signal) {
      await backend.check(signal);
      await guarded.check(signal);
    },
  };
}

async function makeFolder(folder: string, dataDirectory: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new AppError("storage-failed", `Nothing can be kept in ${dataDirectory}`, {
      details: "Set DATA_DIR to a folder that this user may write to",
      cause: error,
    });
  }
}
