import { describe, expect, it, vi } from "vitest";
import { newDocument } from "../../test/contracts/indexed-documents.ts";
import { AppError } from "../domain/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { PendingDocument } from "../ports/vector-generations.ts";
import { type ReembeddedLibrary, type ReembedProgress, reembedLibrary } from "./reembed-library.ts";

const { signal } = new AbortController();

/** A library in memory: each document is its texts, and a vector holds the length of its text. */
function libraryOf(
  documents: Record<string, string[]>,
  changes: Partial<ReembeddedLibrary["generations"]> = {},
) {
  const staged = new Map<string, number[]>();
  const calls: string[][] = [];
  const waits: number[] = [];
  const state = { identity: "old", documents: new Map(Object.entries(documents)) };
  const pending = async (): Promise<PendingDocument[]> =>
    [...state.documents]
      .filter(([documentId]) => !staged.has(documentId))
      .map(([documentId, texts]) => ({
        ...{ documentId, userId: "ada", indexVersion: `v${texts.length}`, chunks: texts.length },
      }));
  const library: ReembeddedLibrary = {
    vectors: {
      async listChunks({ documentId }, { from, limit }) {
        const texts = state.documents.get(documentId) ?? [];
        const chunks = texts.map((chunkText, chunkIndex) => {
          return { chunkIndex, chunkText, pageNumber: null, section: null };
        });
        return { chunks: chunks.slice(from, from + limit), total: texts.length };
      },
    },
    vectorArchive: {
      async *documents() {
        for (const [documentId, texts] of state.documents) {
          const document = newDocument({ documentId, userId: "ada" });
          yield { ...document, chunks: texts.length };
        }
      },
    },
    wait: async (ms) => void waits.push(ms),
    generations: {
      identity: async () => state.identity,
      adopt: async () => state.identity,
      pending,
      async stage(_identity, { documentId, chunks }, vectors, given) {
        await new Promise((resolve) => setImmediate(resolve));
        given.throwIfAborted();
        if (state.documents.get(documentId)?.length !== chunks) return false;
        staged.set(
          documentId,
          vectors.map(([length = -1]) => length),
        );
        return true;
      },
      async complete(identity) {
        if ((await pending()).length > 0) throw new AppError("vector-store-failed", "pending");
        state.identity = identity;
      },
      ...changes,
    },
    embedder: {
      identity: "new",
      ready: async () => undefined,
      embedQuery: () => Promise.reject(new Error("nobody asks")),
      async embedPassages(texts, onVectors) {
        calls.push([...texts]);
        const vectors = texts.map((text) => Float32Array.of(text.length));
        onVectors(0, vectors);
        return vectors;
      },
    },
  };
  return { library, state, staged, calls, waits };
}

/** An embedder that fails in this way after so many texts of each call. */
function failingAfter(count: number, failure: () => unknown): Embedder["embedPassages"] {
  return async (texts, onVectors) => {
    const vectors = texts.map((text) => Float32Array.of(text.length));
    onVectors(0, vectors.slice(0, count));
    if (texts.length > count) throw failure();
    return vectors;
  };
}

const limited = (retryAfterMs: number) => () =>
  new AppError("embedding-failed", "Too many requests", { retryAfterMs });

const run = (library: ReembeddedLibrary, onProgress: (progress: ReembedProgress) => void = () => undefined) =>
  reembedLibrary(library, onProgress, signal);

describe("embedding a library again", () => {
  it("stages every document's vectors in the order of its chunks, and switches", async () => {
    const { library, state, staged } = libraryOf({ one: ["a", "bb", "ccc"], two: ["dddd"] });
    expect(await run(library)).toEqual({ from: "old", to: "new", documents: 2, chunks: 4 });
    expect([...staged]).toEqual([
      ["one", [1, 2, 3]],
      ["two", [4]],
    ]);
    expect(state.identity).toBe("new");
  });

  it("tells no share below nothing where a document goes while all are counted", async () => {
    const { library, state } = libraryOf({ one: ["a"], two: ["b", "c"] });
    const { documents } = library.vectorArchive;
    library.vectorArchive.documents = (given) => {
      state.documents.delete("two");
      return documents(given);
    };
    const told: ReembedProgress[] = [];
    await run(library, (progress) => told.push(progress));
    expect(told.length).toBeGreaterThan(0);
    for (const { chunks, totalChunks } of told)
      expect([chunks < 0, chunks > totalChunks]).toEqual([false, false]);
  });

  it("embeds small documents together and large ones alone", async () => {
    const texts = (count: number) => new Array<string>(count).fill("text");
    const documents = {
      one: texts(500),
      two: texts(1_250),
      three: texts(260),
      four: texts(4_500),
      five: texts(2),
    };
    const { library, calls, staged } = libraryOf(documents);
    await run(library);
    expect(calls.map((call) => call.length)).toEqual([1_750, 260, 4_500, 2]);
    expect([...staged.values()].map((vectors) => vectors.length)).toEqual([500, 1_250, 260, 4_500, 2]);
  });

  it("reads a document of several pages in its order", async () => {
    const texts = Array.from({ length: 1_234 }, (_, i) => "x".repeat(i % 97));
    const { library, staged } = libraryOf({ long: texts });
    await run(library);
    expect(staged.get("long")).toEqual(texts.map(({ length }) => length));
  });

  it("tells documents and chunks as they grow, up to the whole", async () => {
    const { library } = libraryOf({ one: ["a", "b"], two: new Array(400).fill("c") });
    const told: ReembedProgress[] = [];
    await run(library, (progress) => told.push(progress));
    const whole = { totalDocuments: 2, totalChunks: 402, waitMs: 0 };
    expect(told[0]).toEqual({ ...whole, documents: 0, chunks: 0 });
    expect(told.at(-1)).toEqual({ ...whole, documents: 2, chunks: 402 });
    const chunks = told.map((progress) => progress.chunks);
    expect(chunks).toEqual(chunks.toSorted((a, b) => a - b));
  });

  it("takes up a document that changes while it is embedded", async () => {
    const { library, state, staged, calls } = libraryOf({ one: ["a"], two: ["b"] });
    const { embedPassages } = library.embedder;
    library.embedder.embedPassages = (...given) => {
      if (calls.length === 0) state.documents.set("two", ["longer", "text"]);
      return embedPassages(...given);
    };
    expect(await run(library)).toMatchObject({ documents: 2, chunks: 3 });
    expect(staged.get("two")).toEqual([6, 4]);
  });

  it("takes up a document that comes in the last moment", async () => {
    const { library, state, staged } = libraryOf({ one: ["a"] });
    const { complete } = library.generations;
    library.generations.complete = (...given) => {
      if (state.documents.size === 1) state.documents.set("late", ["late"]);
      return complete(...given);
    };
    await run(library);
    expect([...staged.keys()]).toEqual(["one", "late"]);
    expect(state.identity).toBe("new");
  });

  it("gives up on a document whose chunks do not fit its record, and names it", async () => {
    const { library, state } = libraryOf({ whole: ["a"], broken: ["b", "c"] });
    const { listChunks } = library.vectors;
    library.vectors.listChunks = async (document, page, given) => {
      const listed = await listChunks(document, page, given);
      return document.documentId === "broken" ? { ...listed, chunks: listed.chunks.slice(1) } : listed;
    };
    await expect(run(library)).rejects.toMatchObject({
      code: "vector-store-failed",
      message: expect.stringContaining("broken"),
    });
    expect(state.identity).toBe("old");
  });

  it("fails as the store does where it cannot switch", async () => {
    const failure = new AppError("vector-store-failed", "The disk of the database is full");
    const { library } = libraryOf({ one: ["a"] }, { complete: () => Promise.reject(failure) });
    await expect(run(library)).rejects.toBe(failure);
  });

  it("embeds nothing where the embedder is not ready", async () => {
    const { library, calls } = libraryOf({ one: ["a"] });
    const down = new AppError("embedding-failed", "The provider is down");
    library.embedder.ready = () => Promise.reject(down);
    await expect(run(library)).rejects.toBe(down);
    expect(calls).toEqual([]);
  });
});

describe("embedding a library again that does not come to its end", () => {
  const documents = { one: ["a", "b"], two: ["c", "d"], three: ["e"] };

  it("keeps every document that was whole, and the next run counts and embeds the rest alone", async () => {
    const { library, staged, calls } = libraryOf(documents);
    const { embedPassages } = library.embedder;
    library.embedder.embedPassages = failingAfter(3, () => new AppError("embedding-failed", "Out of order"));
    await expect(run(library)).rejects.toMatchObject({ message: "Out of order" });
    expect([...staged.keys()]).toEqual(["one"]);

    library.embedder.embedPassages = embedPassages;
    const told: ReembedProgress[] = [];
    const result = await run(library, (progress) => told.push(progress));
    expect(result).toMatchObject({ documents: 2, chunks: 3 });
    expect(calls).toEqual([["c", "d", "e"]]);
    const whole = { totalDocuments: 3, totalChunks: 5, waitMs: 0 };
    expect(told[0]).toEqual({ ...whole, documents: 1, chunks: 2 });
    expect(told.at(-1)).toEqual({ ...whole, documents: 3, chunks: 5 });
  });

  it("stages a document while others are still on their way", async () => {
    const { library, staged } = libraryOf(documents);
    const { embedPassages } = library.embedder;
    let isFirst = true;
    library.embedder.embedPassages = async (texts, onVectors, given) => {
      if (!isFirst) return embedPassages(texts, onVectors, given);
      isFirst = false;
      const vectors = texts.map((text) => Float32Array.of(text.length));
      onVectors(2, vectors.slice(2, 4));
      await vi.waitFor(() => expect([...staged.keys()]).toEqual(["two"]));
      onVectors(4, vectors.slice(4));
      onVectors(0, vectors.slice(0, 2));
      return vectors;
    };
    await run(library);
    expect([...staged.keys()]).toEqual(["two", "three", "one"]);
  });

  it("stages what was whole when it is stopped", async () => {
    const { library, staged } = libraryOf(documents);
    const stop = new AbortController();
    const stopped = new Error("stopped");
    library.embedder.embedPassages = failingAfter(4, () => {
      stop.abort(stopped);
      return stopped;
    });
    await expect(reembedLibrary(library, () => undefined, stop.signal)).rejects.toBe(stopped);
    expect([...staged.keys()]).toEqual(["one", "two"]);
  });

  it("stops embedding where a document cannot be staged", async () => {
    const full = new AppError("vector-store-failed", "The disk of the database is full");
    const { library } = libraryOf(documents, { stage: () => Promise.reject(full) });
    library.embedder.embedPassages = async (_texts, onVectors, given) => {
      onVectors(0, [Float32Array.of(1), Float32Array.of(1)]);
      await new Promise((resolve) => given.addEventListener("abort", resolve));
      throw given.reason;
    };
    await expect(run(library)).rejects.toBe(full);
  });
});

describe("embedding a library again with a provider that has a limit", () => {
  const long = { one: ["a", "bb", "ccc", "dddd", "eeeee"], two: ["f"] };

  it("waits as long as it asks, says so, and asks for what is missing alone", async () => {
    const { library, staged, waits } = libraryOf(long);
    const sizes: number[] = [];
    const embedPassages = failingAfter(2, limited(60_000));
    library.embedder.embedPassages = (texts, ...rest) => {
      sizes.push(texts.length);
      return embedPassages(texts, ...rest);
    };
    const told: ReembedProgress[] = [];
    await run(library, (progress) => told.push(progress));
    expect(sizes).toEqual([6, 4, 2]);
    expect(waits).toEqual([60_000, 60_000]);
    expect(told.filter(({ waitMs }) => waitMs > 0)).toMatchObject([
      { waitMs: 60_000, chunks: 2, totalChunks: 6 },
      { waitMs: 60_000, chunks: 4, totalChunks: 6 },
    ]);
    expect(staged.get("one")).toEqual([1, 2, 3, 4, 5]);
  });

  it("waits also before it begins", async () => {
    const { library, waits } = libraryOf(long);
    let asked = 0;
    library.embedder.ready = async () => {
      asked += 1;
      if (asked === 1) throw limited(31_000)();
    };
    expect(await run(library)).toMatchObject({ documents: 2 });
    expect(waits).toEqual([31_000]);
  });

  it("ends its wait when it is stopped", async () => {
    const { library } = libraryOf(long);
    const stop = new AbortController();
    const stopped = new Error("stopped");
    library.embedder.embedPassages = failingAfter(0, limited(60_000));
    library.wait = async (_ms, given) => {
      stop.abort(stopped);
      given.throwIfAborted();
    };
    await expect(reembedLibrary(library, () => undefined, stop.signal)).rejects.toBe(stopped);
  });
});
