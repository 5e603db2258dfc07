import { describe, expect, it } from "vitest";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import { world } from "./indexed-documents.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";
import { documentContract } from "./vector-store-documents.ts";
import { searchContract } from "./vector-store-searches.ts";

/** What every vector store promises. */
export function vectorStoreContract(name: string, open: () => Promise<StoreUnderTest<VectorStore>>): void {
  describe(`${name} as a vector store`, () => {
    let store: VectorStore;
    const reopen = openStoreDuring(open, "suite", (now) => {
      store = now;
    });

    searchContract(() => store);
    documentContract(() => store);

    it("has everything after it was opened again", async () => {
      const { userId, put, queryFor } = world(41);
      const document = await put(store, [0.9, 0.8]);
      const before = await store.search(queryFor(), calm);
      const list = await store.listDocuments(userId, calm);
      await reopen();
      expect(await store.search(queryFor(), calm)).toEqual(before);
      expect(await store.listDocuments(userId, calm)).toEqual(list);
      expect((await store.firstVectors(document, 5, calm)).vectors).toHaveLength(2);
      expect(before).toHaveLength(2);
    });
  });
}
