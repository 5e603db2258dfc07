import { describe, expect, it } from "vitest";
import { libraryOf, run } from "../../test/doubles/reembedded-library.ts";
import { AppError } from "../domain/errors.ts";
import type { ReembedProgress } from "./reembed-library.ts";

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
