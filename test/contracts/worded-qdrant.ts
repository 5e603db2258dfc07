import type { QdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { calm } from "./store-under-test.ts";
import type { WordedStore } from "./worded-documents.ts";

interface Server {
  url: string;
  apiKey?: string | undefined;
  collection: string;
}

/** A store with its words, and past it a way to take the words from a document, as if there had been none. */
export function wordedQdrant(store: QdrantVectorStore, { url, apiKey, collection }: Server): WordedStore {
  async function ask(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${url}/collections/${collection}/${path}?wait=true`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(apiKey === undefined ? {} : { "api-key": apiKey }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }

  return {
    vectors: store,
    words: store.words,
    generations: store.generations,
    async putWithoutWords(document, points) {
      await store.replaceDocument(document, points, calm);
      await store.settled();
      const filter = { must: [{ key: "indexVersion", match: { value: document.indexVersion } }] };
      await ask("points/vectors/delete", { vector: ["words"], filter });
      await ask("points/payload/delete", { keys: ["wordsVersion"], filter });
    },
  };
}
