import { afterAll, describe, expect, it } from "vitest";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { hasSpecs } from "../doubles/openapi-check.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { vectorStoreContract } from "./vector-store.ts";

for (const version of ["1.18.3", "1.19.0"] as const) {
  let double: QdrantDouble | undefined;
  const apiKey = "a-key";

  vectorStoreContract(`Qdrant ${version}`, async () => {
    const opened = await openQdrantDouble({ apiKeys: [apiKey], version });
    double = opened;
    let store = await openQdrantVectorStore({ url: opened.url, apiKey });
    return {
      store,
      async reopen() {
        await store.close();
        await opened.stop();
        await opened.start();
        store = await openQdrantVectorStore({ url: opened.url, apiKey });
        return store;
      },
      close: () => store.close(),
    };
  });

  describe.skipIf(!hasSpecs)(`what was said to Qdrant ${version}, and what it answered`, () => {
    afterAll(() => double?.stop());

    it("fits its OpenAPI document", () => {
      expect(double?.requests.length).toBeGreaterThan(100);
      expect([...new Set(double?.problems)]).toEqual([]);
    });
  });
}
