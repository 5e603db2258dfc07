import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedStorage } from "../../src/adapters/embedded/storage.ts";
import { putNear, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";
import { vectorGenerationsContract } from "./vector-generations.ts";

vectorGenerationsContract("the embedded storage", async () => {
  const directory = await mkdtemp(join(tmpdir(), "carrel-generations-"));
  let storage = await openEmbeddedStorage({ directory });
  return {
    store: storage,
    async reopen() {
      await storage.close();
      storage = await openEmbeddedStorage({ directory });
      return storage;
    },
    async close() {
      await storage.close();
      await rm(directory, { recursive: true });
    },
  };
});

describe("the embedded storage that is open twice", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "carrel-generations-"));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("shows one the switch that the other makes, and lets nobody store the old embedder's vectors", async () => {
    const serving = await openEmbeddedStorage({ directory });
    const reembedding = await openEmbeddedStorage({ directory, access: "join" });
    const { vectors, target, userId } = world(61);
    const add = (cosine: number, embedder = "old") =>
      putNear(serving.vectors, userId, { vectors, target, cosines: [cosine], fields: { embedder } });
    const scores = async (embedder = "old") => {
      const hits = await serving.vectors.search(queryOf({ userId, vector: target, embedder }), calm);
      return hits.map(({ score }) => score.toFixed(2));
    };
    try {
      await serving.generations.adopt("old", calm);
      await add(0.9);
      await add(0.8);
      expect(await scores()).toEqual(["0.90", "0.80"]);
      for (const document of await reembedding.generations.pending("next", calm)) {
        const staged = [vectors.near(target, 0.4)];
        expect(await reembedding.generations.stage("next", document, staged, calm)).toBe(true);
      }
      expect(await scores()).toEqual(["0.90", "0.80"]);
      await reembedding.generations.complete("next", calm);
      await expect(scores()).rejects.toMatchObject({ code: "embedder-changed" });
      expect(await scores("next")).toEqual(["0.40", "0.40"]);
      expect(await serving.generations.identity(calm)).toBe("next");
      await expect(add(0.9)).rejects.toMatchObject({
        code: "vector-store-failed",
        message: "The library switched embedders in the meantime",
      });
      await add(0.5, "next");
      expect(await scores("next")).toEqual(["0.50", "0.40", "0.40"]);
    } finally {
      await serving.close();
      await reembedding.close();
    }
  });
});
