import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { calm } from "./store-under-test.ts";
import { vectorGenerationsContract } from "./vector-generations.ts";

let double: QdrantDouble;
beforeAll(async () => {
  double = await openQdrantDouble();
});
afterAll(() => double.stop());

async function open(collection: string) {
  const vectors = await openQdrantVectorStore({ urls: [double.url], collection, trustedMs: 20 });
  return { vectors, generations: vectors.generations };
}

vectorGenerationsContract("Qdrant", async () => {
  const collection = `documents_${newId()}`;
  let store = await open(collection);
  return {
    store,
    async reopen() {
      await store.vectors.close();
      store = await open(collection);
      return store;
    },
    async close() {
      const { generations, vectors } = store;
      // Whatever a test did, the points that are not seen go with the next completion.
      await generations.complete((await generations.identity(calm)) ?? "nobody", calm);
      expect(new Set(double.points(collection).map(({ payload }) => payload.generation)).size).toBeLessThan(
        2,
      );
      await vectors.close();
    },
  };
});

describe("what was said to Qdrant", () => {
  it("fits its OpenAPI document", () => {
    expect(double.requests.length).toBeGreaterThan(100);
    expect([...new Set(double.problems)]).toEqual([]);
  });
});
