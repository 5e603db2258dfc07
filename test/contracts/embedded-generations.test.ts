import { describe, expect, it } from "vitest";
import { storageFolder, storageUnderTest } from "../doubles/storage-folder.ts";
import { world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";
import { vectorGenerationsContract } from "./vector-generations.ts";

vectorGenerationsContract("the embedded storage", () => storageUnderTest((storage) => storage));

describe("the embedded storage that is open twice", () => {
  const home = storageFolder();

  it("shows one the switch that the other makes, and lets nobody store the old embedder's vectors", async () => {
    const serving = await home.openStorage();
    const reembedding = await home.openStorage({ access: "join" });
    const { vectors, target, put, queryFor } = world(61);
    const add = (cosine: number, embedder = "old") => put(serving.vectors, [cosine], { embedder });
    const scores = async (embedder = "old") => {
      const hits = await serving.vectors.search(queryFor({ embedder }), calm);
      return hits.map(({ score }) => score.toFixed(2));
    };
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
  });
});
