import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import { putNear, queryOf, world } from "./indexed-documents.ts";
import { calm, type StoreUnderTest } from "./store-under-test.ts";
import { documentContract } from "./vector-store-documents.ts";
import { searchContract } from "./vector-store-searches.ts";

/** What every vector store promises. */
export function vectorStoreContract(name: string, open: () => Promise<StoreUnderTest<VectorStore>>): void {
  describe(`${name} as a vector store`, () => {
    let opened: StoreUnderTest<VectorStore>;
    let store: VectorStore;

    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    searchContract(() => store);
    documentContract(() => store);

    it("has everything after it was opened again", async () => {
      const { vectors, target, userId } = world(41);
      const document = await putNear(store, userId, { vectors, target, cosines: [0.9, 0.8] });
      const before = await store.search(queryOf({ userId, vector: target }), calm);
      const list = await store.listDocuments(userId, calm);
      store = await opened.reopen();
      expect(await store.search(queryOf({ userId, vector: target }), calm)).toEqual(before);
      expect(await store.listDocuments(userId, calm)).toEqual(list);
      expect((await store.firstVectors(document, 5, calm)).vectors).toHaveLength(2);
      expect(before).toHaveLength(2);
    });
  });
}
