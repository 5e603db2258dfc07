import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newDocument, pointsOf } from "../../../../../test/contracts/indexed-documents.ts";
import { calm } from "../../../../../test/contracts/store-under-test.ts";
import { temporaryFolder } from "../../../../../test/doubles/temporary-folder.ts";
import { DIMENSIONS } from "../../../../domain/passage.ts";
import { inSnapshot, openReadingDatabase, openWritingDatabase } from "../records/database.ts";
import { documentRecords } from "../records/document-records.ts";
import { documentRows } from "../records/document-rows.ts";
import { wordRows } from "../records/word-rows.ts";
import { type LoadedVectors, openLoadedVectors } from "./loaded-vectors.ts";
import { packPoints } from "./pack-points.ts";

const LOTS_OF_BYTES = 2 ** 30;

describe("vectors in memory", () => {
  let writing: DatabaseSync;
  let reading: DatabaseSync;

  const folder = temporaryFolder();
  beforeEach(() => {
    writing = openWritingDatabase(folder.at("test.db"));
    reading = openReadingDatabase(folder.at("test.db"));
  });
  afterEach(() => {
    reading.close();
    writing.close();
  });

  const open = (memoryBudgetBytes = LOTS_OF_BYTES) =>
    openLoadedVectors({ database: reading, dimensions: DIMENSIONS, memoryBudgetBytes });
  const records = () => documentRecords(writing, documentRows(writing), wordRows(writing));
  const put = async (userId: string, documentId: string, numbers: readonly number[]) => {
    const document = newDocument({ documentId, userId, indexVersion: "always the same" });
    const vectors = numbers.map((number) => new Float32Array(DIMENSIONS).fill(number));
    const points = await packPoints(pointsOf(document, vectors), calm);
    records().replaceDocument({ document, points, words: null });
  };
  /** The first number of each vector, by document. */
  const contentOf = (loaded: LoadedVectors, userId: string) =>
    inSnapshot(reading, () => {
      const { documents } = loaded.current(userId);
      return Object.fromEntries(
        [...documents.values()].map(({ documentId, segment, first, count }) => [
          documentId,
          Array.from({ length: count }, (_, i) => segment.numbers[(first + i) * DIMENSIONS]),
        ]),
      );
    });

  it("follow what any connection writes", async () => {
    const loaded = open();
    expect(contentOf(loaded, "ada")).toEqual({});
    await put("ada", "doc-1", [1, 2]);
    await put("ada", "doc-2", [3]);
    expect(contentOf(loaded, "ada")).toEqual({ "doc-1": [1, 2], "doc-2": [3] });
    await put("ada", "doc-1", [4]);
    records().removeDocument("doc-2");
    expect(contentOf(loaded, "ada")).toEqual({ "doc-1": [4] });
    await put("ben", "doc-1", [5]);
    expect(contentOf(loaded, "ada")).toEqual({});
    expect(contentOf(loaded, "ben")).toEqual({ "doc-1": [5] });
  });

  it("read only the documents that changed", async () => {
    const loaded = open();
    await put("ada", "doc-1", [1]);
    await put("ada", "doc-2", [2]);
    const placeOf = (documentId: string) =>
      inSnapshot(reading, () => loaded.current("ada").documents.get(documentId));
    const before = { one: placeOf("doc-1"), two: placeOf("doc-2") };
    await put("ada", "doc-2", [3]);
    expect(placeOf("doc-1")).toBe(before.one);
    expect(placeOf("doc-2")).not.toBe(before.two);
  });

  it("read a document whose vectors fill several rows", async () => {
    const numbers = Array.from({ length: 9_000 }, (_, i) => i);
    await put("ada", "doc-1", numbers);
    expect(reading.prepare("SELECT count(*) AS count FROM vectors").get()).toEqual({ count: 3 });
    expect(contentOf(open(), "ada")).toEqual({ "doc-1": numbers });
  });

  it("let those of a user go that were not searched for longest when memory is short", async () => {
    const oneUser = 64 * DIMENSIONS * 4;
    const loaded = open(2 * oneUser);
    for (const userId of ["ada", "ben", "cleo"]) await put(userId, `doc-of-${userId}`, [1]);
    const currentOf = (userId: string) => inSnapshot(reading, () => loaded.current(userId));
    const ada = currentOf("ada");
    const ben = currentOf("ben");
    expect(currentOf("ada")).toBe(ada);
    currentOf("cleo");
    expect(currentOf("ada")).toBe(ada);
    expect(currentOf("ben")).not.toBe(ben);
    expect(contentOf(loaded, "ben")).toEqual({ "doc-of-ben": [1] });
  });

  it("hold those of one user that are larger than the memory allowed", async () => {
    await put("ada", "doc-1", [1, 2]);
    const loaded = open(1);
    const first = inSnapshot(reading, () => loaded.current("ada"));
    expect(inSnapshot(reading, () => loaded.current("ada"))).toBe(first);
  });

  it("say so where stored vectors are damaged, each time until they are whole", async () => {
    const loaded = open();
    await put("ada", "doc-1", [1, 2]);
    writing.exec("UPDATE vectors SET numbers = x'00'");
    const expected = expect.objectContaining({
      code: "vector-store-failed",
      details: expect.stringContaining("doc-1"),
    });
    expect(() => contentOf(loaded, "ada")).toThrow(expected);
    expect(() => contentOf(loaded, "ada")).toThrow(expected);
    await put("ada", "doc-1", [3]);
    expect(contentOf(loaded, "ada")).toEqual({ "doc-1": [3] });
  });
});
