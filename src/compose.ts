import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openNoVisionModel } from "./adapters/embedded/no-vision-model.ts";
import { openEmbeddedStorage } from "./adapters/embedded/storage.ts";
import { openTextExtractor } from "./adapters/extract/open-text-extractor.ts";
import type { ModelLog } from "./adapters/model-calls/model-log.ts";
import { openModels } from "./compose-models.ts";
import type { Config } from "./config.ts";
import { newId } from "./domain/id.ts";
import type { Library } from "./usecases/library.ts";
import { openDocumentLocks, openTurnstile } from "./usecases/turnstile.ts";

/** How many documents are indexed at once. */
const INDEXED_AT_ONCE = 3;

/** A library with everything behind it open; `close` ends it all. */
export interface OpenLibrary {
  library: Library;
  temporaryDirectory: string;
  close(): Promise<void>;
}

/** Chooses and opens what serves each port. */
export async function openLibrary(config: Config, log: ModelLog): Promise<OpenLibrary> {
  const temporaryDirectory = join(config.dataDirectory, "tmp");
  const storage = await openEmbeddedStorage({ directory: config.dataDirectory });
  await mkdir(temporaryDirectory, { recursive: true });
  const extractor = openTextExtractor({ temporaryDirectory });
  const without = { vision: openNoVisionModel(), visionName: "none" };
  const { backends, close: closeModels, ...models } = await openModels(config.models, without, log);
  const library: Library = {
    sessions: storage.sessions,
    files: storage.files,
    vectors: storage.vectors,
    ...models,
    extractor,
    indexing: openTurnstile(INDEXED_AT_ONCE),
    locks: openDocumentLocks(),
    backends: [
      { port: "sessions", name: "embedded", check: storage.check },
      { port: "files", name: "embedded", check: storage.check },
      { port: "vectors", name: "embedded", check: storage.check },
      ...backends,
      { port: "extractor", name: "embedded", check: () => Promise.resolve() },
    ],
    now: () => new Date(),
    newId,
  };
  return {
    library,
    temporaryDirectory,
    async close() {
      await extractor.close();
      await closeModels();
      await storage.close();
    },
  };
}
