import { afterEach, beforeEach, expect, test } from "vitest";
import { openExtractiveAnswerer } from "../src/adapters/embedded/extractive-answerer.ts";
import { openKeptWork } from "../src/adapters/embedded/kept-work.ts";
import { openKeywordTitles } from "../src/adapters/embedded/keyword-titles.ts";
import { openNoVisionModel } from "../src/adapters/embedded/no-vision-model.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "../src/adapters/embedded/storage.ts";
import { cutDocument } from "../src/domain/chunk-text.ts";
import { newId } from "../src/domain/id.ts";
import { DIMENSIONS } from "../src/domain/passage.ts";
import { openAdmission } from "../src/flow/admission.ts";
import { openKeyLocks } from "../src/flow/key-locks.ts";
import type { Embedder } from "../src/ports/embedder.ts";
import type { VectorStore } from "../src/ports/vector-store.ts";
import { guardEmbedder } from "../src/usecases/guard-embedder.ts";
import { indexDocument } from "../src/usecases/index-document.ts";
import type { Library } from "../src/usecases/library.ts";
import { recommendDocuments } from "../src/usecases/recommend-documents.ts";
import { type ReembedProgress, reembedLibrary } from "../src/usecases/reembed-library.ts";
import { searchPassages } from "../src/usecases/search-passages.ts";
import { calm } from "./contracts/store-under-test.ts";
import { newFile } from "./doubles/new-file.ts";
import { pseudoEmbedding } from "./doubles/pseudo-embedding.ts";
import { temporaryFolder } from "./doubles/temporary-folder.ts";

const folder = temporaryFolder();
let storage: EmbeddedStorage;

beforeEach(async () => {
  storage = await openEmbeddedStorage({ directory: folder.path });
});
afterEach(() => storage.close());

/** The same words give the two vectors that have nothing to do with each other. */
const first = fakeEmbedder("first", (numbers) => numbers);
const second = fakeEmbedder("second", (numbers) => numbers.toReversed());

test("a recommendation never compares the vectors of two embedders", async () => {
  await add("cats.txt", "The tomcat sleeps on the windowsill.");
  await add("kittens.txt", "The tomcat sleeps on the windowsill too.");
  const library = libraryWith(first);
  const [{ documentId = "" } = {}] = await storage.vectors.listDocuments("ada", calm);
  const request = { documentId, userId: "ada", owner: null, limit: 5 };
  expect(await recommendDocuments(library, request, calm)).toHaveLength(1);
  const { firstVectors, searchDocuments } = library.vectors;
  const searches: string[] = [];
  const vectors: VectorStore = {
    ...library.vectors,
    async firstVectors(...given) {
      const sampled = await firstVectors(...given);
      await reembed(() => undefined, calm);
      return sampled;
    },
    async searchDocuments(query, signal) {
      const outcome = await Promise.allSettled([searchDocuments(query, signal)]);
      searches.push(`${query.embedder} ${outcome[0].status}`);
      return searchDocuments(query, signal);
    },
  };
  expect(await recommendDocuments({ ...library, vectors }, request, calm)).toHaveLength(1);
  expect(searches).toEqual([`${first.identity} rejected`, `${second.identity} fulfilled`]);
});

test("a library goes from one embedder to another, and neither ever meets the other's vectors", async () => {
  await add("cats.txt", `The tomcat sleeps on the windowsill.\n${filler("whisker")}`);
  await add("bread.txt", `Sourdough needs a hot oven.\n${filler("crumb")}`);
  expect(await find(first, "where does the tomcat sleep")).toBe("cats.txt");

  await expect(find(second, "where does the tomcat sleep")).rejects.toMatchObject({
    code: "embedder-changed",
    message: "The documents were embedded by first, but second is configured now",
    details: expect.stringContaining("npm run carrel -- reembed"),
  });
  await expect(add("more.txt", "Some text.", second)).rejects.toMatchObject({ code: "embedder-changed" });
  expect(await storage.vectors.listDocuments("ada", calm)).toHaveLength(2);

  const stop = new AbortController();
  const stopped = new Error("stopped");
  const onProgress = ({ documents }: ReembedProgress) => {
    if (documents === 1) stop.abort(stopped);
  };
  await expect(reembed(onProgress, stop.signal)).rejects.toBe(stopped);
  expect(await find(first, "how hot is the oven for sourdough")).toBe("bread.txt");
  await expect(find(second, "sourdough")).rejects.toMatchObject({ code: "embedder-changed" });

  await storage.close();
  storage = await openEmbeddedStorage({ directory: folder.path });
  await add("late.txt", "A lighthouse stood on the island of Pharos.");
  const running = libraryWith(first);
  expect(await find(first, "lighthouse of Pharos", running)).toBe("late.txt");
  const result = await reembed(() => undefined, calm);
  expect(result).toMatchObject({ from: "first", to: "second", documents: 2 });

  // A service that runs with the old settings has looked at the library a moment ago.
  for (const query of ["tomcat", "sourdough", "lighthouse"]) {
    await expect(find(first, query, running)).rejects.toMatchObject({ code: "embedder-changed" });
  }
  expect(await find(second, "where does the tomcat sleep")).toBe("cats.txt");
  expect(await find(second, "how hot is the oven for sourdough")).toBe("bread.txt");
  expect(await find(second, "lighthouse of Pharos")).toBe("late.txt");
  await expect(find(first, "tomcat")).rejects.toMatchObject({
    code: "embedder-changed",
    message: "The documents were embedded by second, but first is configured now",
  });
  await expect(add("more.txt", "Some text.")).rejects.toMatchObject({ code: "embedder-changed" });
  await add("new.txt", "Volcanoes throw ash into the sky.", second);
  expect(await find(second, "ash of volcanoes")).toBe("new.txt");

  expect(await reembed(() => undefined, calm)).toMatchObject({ from: "second", to: "second", documents: 0 });
});

/** So many lines that a document takes its time. */
function filler(word: string): string {
  return Array.from({ length: 250 }, (_, i) => `${word} number ${i}`).join("\n");
}

function reembed(onProgress: (progress: ReembedProgress) => void, signal: AbortSignal) {
  const wait = async () => undefined;
  return reembedLibrary({ ...storage, embedder: second, wait }, onProgress, signal);
}

/** Stores and indexes a file of the user Ada. */
async function add(name: string, text: string, embedder: Embedder = first): Promise<void> {
  const { fileId } = await storage.files.put(newFile(text, { name }), calm);
  const task = { jobId: newId(), documentId: fileId, userId: "ada", fileName: name };
  const observer = { onProgress: () => undefined, confirm: async () => undefined };
  await indexDocument(libraryWith(embedder), task, observer, calm);
}

/** The name of the document that fits the query best. */
async function find(
  embedder: Embedder,
  query: string,
  library = libraryWith(embedder),
): Promise<string | undefined> {
  const { documents } = await searchPassages(
    library,
    {
      ...{ query, userId: "ada", owner: null, documentTypes: [], documentIds: [], limit: 10 },
      ...{ scoreFloor: 0.2, mode: "semantic" },
    },
    calm,
  );
  return documents[0]?.documentName;
}

/** The library as a process with this embedder has it. */
function libraryWith(embedder: Embedder): Library {
  const now = () => new Date();
  return {
    ...storage,
    embedder: guardEmbedder(embedder, storage.generations, now),
    chatModel: openExtractiveAnswerer(embedder),
    writer: null,
    titleModel: openKeywordTitles(),
    visionModel: openNoVisionModel(),
    extractor: {
      async extract({ bytes }, _onProgress, signal) {
        return this.cut(Buffer.concat(await Array.fromAsync(bytes)).toString(), signal);
      },
      async cut(text) {
        const parts = text.split("\n").map((line) => ({ text: line, pageNumber: null, section: null }));
        return cutDocument({ syntax: "plain", parts, pages: null });
      },
    },
    retrieving: openAdmission({
      places: 8,
      maxWaitMs: 1_000,
      maxWaiting: 8,
      firstTurnMs: 0,
      now: () => performance.now(),
    }),
    keptWork: openKeptWork(folder.at("jobs")),
    locks: openKeyLocks(),
    backends: [],
    filling: { progress: null, obstacle: null },
    now,
    newId,
  };
}

function fakeEmbedder(identity: string, arrange: (numbers: number[]) => number[]): Embedder {
  const embed = (text: string) => {
    const numbers = arrange(pseudoEmbedding(text, DIMENSIONS));
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, (number) => number / length);
  };
  return {
    identity,
    ready: async () => undefined,
    embedQuery: async (text) => embed(text),
    async embedPassages(texts, onVectors, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal.throwIfAborted();
        onVectors(vectors.length, [embed(text)]);
        vectors.push(embed(text));
        await new Promise((resolve) => setImmediate(resolve));
      }
      return vectors;
    },
  };
}
