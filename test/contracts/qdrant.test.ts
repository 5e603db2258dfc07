import { afterAll, describe, expect, it } from "vitest";
import {
  openQdrantVectorStore,
  type QdrantVectorStore,
} from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { changeIntentsContract } from "./change-intents.ts";
import type { StoreUnderTest } from "./store-under-test.ts";
import { vectorArchiveContract } from "./vector-archive.ts";
import { vectorStoreContract } from "./vector-store.ts";
import { wordedQdrant } from "./worded-qdrant.ts";
import { wordsIndexContract } from "./words-index.ts";

for (const version of ["1.18.3", "1.19.0"] as const) {
  let double: QdrantDouble | undefined;
  const apiKey = "a-key";

  const doubleOf = async () => {
    double ??= await openQdrantDouble({ apiKeys: [apiKey], version });
    return double;
  };

  const opened = async <Store>(
    storeOf: (store: QdrantVectorStore) => Store,
  ): Promise<StoreUnderTest<Store>> => {
    const server = await doubleOf();
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

  wordsIndexContract(`Qdrant ${version}`, async () => {
    const collection = `documents_${newId()}`;
    const server = await doubleOf();
    const open = () => openQdrantVectorStore({ urls: [server.url], apiKey, collection, trustedMs: 20 });
    const worded = () => wordedQdrant(store, { url: server.url, apiKey, collection });
    let store = await open();
    return {
      store: worded(),
      async reopen() {
        await store.close();
        store = await open();
        return worded();
      },
      close: () => store.close(),
    };
  });

  describe(`what was said to Qdrant ${version}, and what it answered`, () => {
    afterAll(() => double?.stop());

    it("fits its OpenAPI document", () => {
      expect(double?.requests.length).toBeGreaterThan(100);
      expect([...new Set(double?.problems)]).toEqual([]);
    });
  });
}
