import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openEmbeddedEmbedder } from "./adapters/embedded/embedder/open-embedded-embedder.ts";
import { openExtractiveAnswerer } from "./adapters/embedded/extractive-answerer.ts";
import { openKeywordTitles } from "./adapters/embedded/keyword-titles.ts";
import { openNoVisionModel } from "./adapters/embedded/no-vision-model.ts";
import { openEmbeddedStorage } from "./adapters/embedded/storage.ts";
import { openTextExtractor } from "./adapters/extract/open-text-extractor.ts";
import type { Config } from "./config.ts";
import { newId } from "./domain/id.ts";
import type { Backend, Library } from "./usecases/library.ts";
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
export async function openLibrary(config: Config): Promise<OpenLibrary> {
  const temporaryDirectory = join(config.dataDirectory, "tmp");
  const storage = await openEmbeddedStorage({ directory: config.dataDirectory });
  await mkdir(temporaryDirectory, { recursive: true });
  const embedder = openEmbeddedEmbedder();
  const extractor = openTextExtractor({ temporaryDirectory });
  const backends: Backend[] = [
    { port: "sessions", name: "embedded", check: storage.check },
    { port: "files", name: "embedded", check: storage.check },
    { port: "vectors", name: "embedded", check: storage.check },
    { port: "embedder", name: "embedded", check: alwaysWell },
    { port: "chat", name: "extractive", check: alwaysWell },
    { port: "titles", name: "keywords", check: alwaysWell },
    { port: "vision", name: "none", check: alwaysWell },
    { port: "extractor", name: "embedded", check: alwaysWell },
  ];
  const library: Library = {
    sessions: storage.sessions,
    files: storage.files,
    vectors: storage.vectors,
    embedder,
    chatModel: openExtractiveAnswerer({ embedQuery: (text, signal) => embedder.embedQuery(text, signal) }),
    titleModel: openKeywordTitles(),
    visionModel: openNoVisionModel(),
    extractor,
    indexing: openTurnstile(INDEXED_AT_ONCE),
    locks: openDocumentLocks(),
    backends,
    now: () => new Date(),
    newId,
  };
  return {
    library,
    temporaryDirectory,
    async close() {
      await extractor.close();
      await embedder.close();
      await storage.close();
    },
  };
}

/** Of what lives inside the process: it is there as long as the process is. */
function alwaysWell(): Promise<void> {
  return Promise.resolve();
}
