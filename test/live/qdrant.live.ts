import { afterAll, test } from "vitest";
import {
  openQdrantVectorStore,
  type QdrantVectorStore,
} from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import { changeIntentsContract } from "../contracts/change-intents.ts";
import type { StoreUnderTest } from "../contracts/store-under-test.ts";
import { vectorArchiveContract } from "../contracts/vector-archive.ts";
import { vectorGenerationsContract } from "../contracts/vector-generations.ts";
import { vectorStoreContract } from "../contracts/vector-store.ts";
import { wordedQdrant } from "../contracts/worded-qdrant.ts";
import { wordsIndexContract } from "../contracts/words-index.ts";
import { openRawQdrant } from "./raw-qdrant.ts";

const { QDRANT_URL, QDRANT_API_KEY: apiKey } = process.env;

if (QDRANT_URL === undefined) {
  test.skip("Qdrant is left out: set QDRANT_URL, and QDRANT_API_KEY where it wants one", () => undefined);
} else {
  const urls = QDRANT_URL.split(",").map((url) => url.trim());
  const made: string[] = [];

  /** Collections of their own, so that nothing else on the server is touched. */
  const opened = async <Store>(
    storeOf: (store: QdrantVectorStore, collection: string) => Store,
  ): Promise<StoreUnderTest<Store>> => {
    const collection = `carrel_live_${newId()}`;
    made.push(collection);
    const open = () => openQdrantVectorStore({ urls, apiKey, collection, trustedMs: 100 });
    let store = await open();
    return {
      store: storeOf(store, collection),
      async reopen() {
        await store.close();
        store = await open();
        return storeOf(store, collection);
      },
      close: () => store.close(),
    };
  };

  vectorStoreContract("a real Qdrant", () => opened((store) => store));
  vectorArchiveContract("a real Qdrant", () =>
    opened((store) => ({ vectors: store, archive: store.archive, leftovers: store })),
  );
  vectorGenerationsContract("a real Qdrant", () =>
    opened((store) => ({ vectors: store, generations: store.generations })),
  );

  changeIntentsContract("a real Qdrant", () =>
    opened((store) => ({ vectors: store, intents: store.intents })),
  );

  wordsIndexContract("a real Qdrant", () =>
    opened((store, collection) => wordedQdrant(store, { url: urls[0] ?? "", apiKey, collection })),
  );

  afterAll(async () => {
    for (const collection of made) await openRawQdrant({ urls, apiKey, collection }).remove();
  });
}
