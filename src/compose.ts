import { join } from "node:path";
import { openTemporaryFolder } from "./adapters/data-folder/temporary-folder.ts";
import { openKeptWork } from "./adapters/embedded/kept-work.ts";
import { openNoVisionModel } from "./adapters/embedded/no-vision-model.ts";
import { openOcrVisionModel } from "./adapters/extract/ocr-vision-model.ts";
import { openTextExtractor } from "./adapters/extract/open-text-extractor.ts";
import { openIdentities } from "./compose-identities.ts";
import { type ImageSight, openModels } from "./compose-models.ts";
import { ALL_OF_IT, type OpenStores, openStores, type StoresUse } from "./compose-stores.ts";
import type { Config } from "./config.ts";
import { newId } from "./domain/id.ts";
import { openAdmission } from "./flow/admission.ts";
import { openKeyLocks } from "./flow/key-locks.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { Log } from "./ports/log.ts";
import type { TemporaryFolder } from "./ports/temporary-folder.ts";
import { type GuardedEmbedder, guardEmbedder } from "./usecases/guard-embedder.ts";
import type { Identities } from "./usecases/identities.ts";
import type { AnyBackend, Backend, Library } from "./usecases/library.ts";

/** How many look for passages at once, by where texts are embedded: here more of them would only wait for one thread. */
const RETRIEVING_AT_ONCE = {
  here: { places: 8, firstTurnMs: 100 },
  elsewhere: { places: 64, firstTurnMs: 10 },
} as const;
/** A third of the time that a request has, so that there is enough left to answer it. */
const LONGEST_RETRIEVAL_WAIT_MS = 20_000;
const MAX_WAITING_RETRIEVALS = 2_000;

/** A library with everything behind it open; `close` ends it all. */
interface OpenLibrary {
  library: Library;
  stores: OpenStores;
  generations: OpenStores["generations"];
  /** The embedder without its guard. */
  embedder: Embedder;
  /** What serves each port; that of the embedder does not say whether the library is its own. */
  backends: readonly AnyBackend[];
  /** Rejects where the embedder cannot serve this library. */
  checkEmbedder: GuardedEmbedder["check"];
  temporary: TemporaryFolder;
  /** What callers are told apart with; null where they are not. */
  identities: Identities | null;
  /** What whoever starts it should know of a model that was found by itself. */
  finding: string | null;
  close(): Promise<void>;
}

/** Chooses and opens what serves each port. */
export async function openLibrary(
  config: Config,
  log: Log,
  use: StoresUse = ALL_OF_IT,
): Promise<OpenLibrary> {
  const now = () => new Date();
  // What is open already is closed again where something after it cannot be opened.
  await using opening = new AsyncDisposableStack();
  const temporary = openTemporaryFolder({
    parent: join(config.dataDirectory, "tmp"),
    onLeftover: (cause) => log(notCleared(cause)),
  });
  opening.defer(() => temporary.close());
  // Whoever serves should hear at the start that nothing can be kept; others may never need it.
  if (use.access === "own") await temporary.ready();
  const stores = await openStores(config, log, use);
  opening.defer(() => stores.close());
  const ocr = config.ocrLanguages === null ? null : { languages: config.ocrLanguages };
  const extractor = openTextExtractor({
    temporaryDirectory: temporary.path,
    prepareDirectory: temporary.ready,
    ocr,
  });
  opening.defer(() => extractor.close());
  const sight: ImageSight = {
    prepareImage: extractor.prepareImage,
    withoutModel: ocr === null ? openNoVisionModel() : openOcrVisionModel(extractor),
    nameWithoutModel: ocr === null ? "none" : "text recognition",
  };
  const { finding, close, embedder, ...models } = await openModels(config.models, sight, log);
  opening.defer(close);
  const guarded = guardEmbedder(embedder, stores.generations, now);
  opening.defer(guarded.close);
  const backends: AnyBackend[] = [
    ...stores.backends,
    ...models.backends,
    { port: "extractor", name: "embedded", check: temporary.check },
  ];
  const library: Library = {
    sessions: stores.sessions,
    jobs: stores.jobs,
    keptWork: openKeptWork(join(config.dataDirectory, "jobs")),
    files: stores.files,
    vectors: stores.vectors,
    wholeDocuments: stores.wholeDocuments,
    wiping: stores.wiping,
    ...models,
    embedder: guarded,
    extractor,
    retrieving: openAdmission({
      ...RETRIEVING_AT_ONCE[config.models.embedding.provider === "embedded" ? "here" : "elsewhere"],
      maxWaitMs: LONGEST_RETRIEVAL_WAIT_MS,
      maxWaiting: MAX_WAITING_RETRIEVALS,
      now: () => performance.now(),
    }),
    locks: openKeyLocks(),
    backends: backends.map((backend) =>
      backend.port === "embedder" ? withGuard(backend, guarded) : backend,
    ),
    filling: { progress: null, obstacle: null },
    now,
    newId,
  };
  const identities = await openIdentities(config, stores);
  opening.defer(async () => {
    if (identities?.way.kind === "token") await identities.way.tokens.close();
  });
  const opened = opening.move();
  return {
    library,
    stores,
    generations: stores.generations,
    embedder,
    backends,
    checkEmbedder: guarded.check,
    temporary,
    identities,
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

/** What the log says of the temporary files of a killed process that could not be removed. */
function notCleared(cause: unknown) {
  const message = "temporary files of an earlier run could not be removed";
  return { level: "warn" as const, message, fields: { reason: String(cause) } };
}
