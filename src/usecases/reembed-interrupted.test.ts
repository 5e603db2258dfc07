import { describe, expect, it, vi } from "vitest";
import { failingAfter, libraryOf, limited, run } from "../../test/doubles/reembedded-library.ts";
import { AppError } from "../domain/errors.ts";
import { type ReembedProgress, reembedLibrary } from "./reembed-library.ts";

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
