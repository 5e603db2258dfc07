import { afterAll, describe, expect, it } from "vitest";
import {
  openQdrantVectorStore,
  type QdrantVectorStore,
} from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { changeIntentsContract } from "./change-intents.ts";
import type { StoreUnderTest } from "./store-under-test.ts";
import { vectorArchiveContract } from "./vector-archive.ts";
import { vectorStoreContract } from "./vector-store.ts";

for (const version of ["1.18.3", "1.19.0"] as const) {
  let double: QdrantDouble | undefined;
  const apiKey = "a-key";

  const opened = async <Store>(
    storeOf: (store: QdrantVectorStore) => Store,
  ): Promise<StoreUnderTest<Store>> => {
    const server = double ?? (await openQdrantDouble({ apiKeys: [apiKey], version }));
    double = server;
    let store = await openQdrantVectorStore({ urls: [server.url], apiKey });
    return {
      store: storeOf(store),
      async reopen() {
        await store.close();
        await server.stop();
        await server.start();
        store = await openQdrantVectorStore({ urls: [server.url], apiKey });
        return storeOf(store);
      },
      close: () => store.close(),
    };
  };

  vectorStoreContract(`Qdrant ${version}`, () => opened((store) => store));
  vectorArchiveContract(`Qdrant ${version}`, () =>
    opened((store) => ({ vectors: store, archive: store.archive, leftovers: store })),
  );

  changeIntentsContract(`Qdrant ${version}`, () =>
    opened((store) => ({ vectors: store, intents: store.intents })),
  );

  describe(`what was said to Qdrant ${version}, and what it answered`, () => {
    afterAll(() => double?.stop());

    it("fits its OpenAPI document", () => {
      expect(double?.requests.length).toBeGreaterThan(100);
      expect([...new Set(double?.problems)]).toEqual([]);
    });
  });
}
