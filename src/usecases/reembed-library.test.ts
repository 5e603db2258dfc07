import { describe, expect, it } from "vitest";
import { AppError } from "../domain/errors.ts";
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
    generations: {
      identity: async () => state.identity,
      adopt: async () => state.identity,
      pending,
      async stage(_identity, { documentId, chunks }, vectors) {
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
      async embedPassages(texts, onProgress) {
        calls.push([...texts]);
        onProgress(texts.length);
        return texts.map((text) => Float32Array.of(text.length));
      },
    },
  };
  return { library, state, staged, calls };
}

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

  it("embeds small documents together and large ones alone", async () => {
    const texts = (count: number) => new Array<string>(count).fill("text");
    const documents = {
      one: texts(100),
      two: texts(250),
      three: texts(60),
      four: texts(900),
      five: texts(2),
    };
    const { library, calls, staged } = libraryOf(documents);
    await run(library);
    expect(calls.map((call) => call.length)).toEqual([350, 60, 900, 2]);
    expect([...staged.values()].map((vectors) => vectors.length)).toEqual([100, 250, 60, 900, 2]);
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
    expect(told[0]).toEqual({ documents: 0, totalDocuments: 2, chunks: 0, totalChunks: 402 });
    expect(told.at(-1)).toEqual({ documents: 2, totalDocuments: 2, chunks: 402, totalChunks: 402 });
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
