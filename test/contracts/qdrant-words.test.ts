import { afterEach, describe, expect, it } from "vitest";
import {
  openQdrantVectorStore,
  type QdrantVectorStore,
} from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { queryOf, world } from "./indexed-documents.ts";
import { isFrom, openStage } from "./qdrant-stage.ts";
import { calm } from "./store-under-test.ts";
import { newWord, readerOf } from "./worded-documents.ts";
import { wordedQdrant } from "./worded-qdrant.ts";

const COLLECTION = "service_documents";
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function openDouble(): Promise<QdrantDouble> {
  const double = await openQdrantDouble();
  opened.push(() => double.stop());
  return double;
}

/** One that does not know yet how to add a vector to a collection. */
async function openOldDouble(): Promise<QdrantDouble> {
  const double = await openDouble();
  double.hooks.before = ({ path }) => {
    if (path === "/") return { answer: { status: 200, body: { title: "qdrant", version: "1.17.1" } } };
    return path.endsWith("/vectors/words") ? { answer: { status: 404, body: "" } } : undefined;
  };
  return double;
}

async function openStore({ url }: QdrantDouble): Promise<QdrantVectorStore> {
  const store = await openQdrantVectorStore({ urls: [url], trustedMs: 20 });
  opened.push(() => store.close());
  return store;
}

/** The collection of a version of the service that knew nothing of words. */
async function makeOldCollection({ url }: QdrantDouble, sparse: Record<string, object> = {}): Promise<void> {
  const settings = {
    vectors: { size: 768, distance: "Cosine" },
    ...(Object.keys(sparse).length === 0 ? {} : { sparse_vectors: sparse }),
    hnsw_config: { m: 0, payload_m: 16 },
  };
  const answer = await fetch(`${url}/collections/${COLLECTION}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  expect(answer.status).toBe(200);
}

describe("a collection without words", () => {
  it("gets them by the first call, and by `provision`, which says so once", async () => {
    const double = await openDouble();
    await makeOldCollection(double);
    const store = await openStore(double);
    expect(await store.provision(calm)).toContain(`Added the words vector to ${COLLECTION}`);
    expect(await store.provision(calm)).toEqual([]);
    double.wipe();
    await makeOldCollection(double);
    const another = await openStore(double);
    const { put, queryFor } = world(201);
    await put(another, [0.9]);
    expect(await another.search(queryFor(), calm)).toHaveLength(1);
    expect(await another.words.obstacle(calm)).toBe(null);
    expect(await another.words.pending(calm)).toEqual([]);
    expect(double.points(COLLECTION).map(({ sparse }) => Object.keys(sparse))).toEqual([["words"]]);
  });

  it("is searched by meaning alone where the server is too old, which `provision` says every time", async () => {
    const double = await openOldDouble();
    await makeOldCollection(double);
    const store = await openStore(double);
    const reader = readerOf(() => wordedQdrant(store, { url: double.url, collection: COLLECTION }), 202);
    const word = newWord();
    await reader.put([{ text: word, cosine: 0.5 }]);
    expect(await reader.ask(word)).toMatchObject([
      { chunkText: word, byMeaning: { rank: 1 }, byWords: null },
    ]);
    const obstacle = await store.words.obstacle(calm);
    expect(obstacle).toBe(
      `The collection ${COLLECTION} cannot be searched by words: Qdrant 1.17.1 cannot add a vector to a collection. Update Qdrant to 1.18 or later`,
    );
    for (const _ of [1, 2]) expect(await store.provision(calm)).toEqual([obstacle]);
    expect(await store.words.pending(calm)).toEqual([]);
    const document = { documentId: "a", userId: "b", indexVersion: "c", chunks: 1 };
    await expect(store.words.fill(document, calm)).rejects.toMatchObject({ message: obstacle });
    await store.check(calm);
  });

  it("gets them when the server was updated, and then lists what has none", async () => {
    const old = await openOldDouble();
    await makeOldCollection(old);
    const store = await openStore(old);
    const { put, userId, target } = world(203);
    const document = await put(store, [0.9, 0.8]);
    expect(await store.words.obstacle(calm)).toContain("1.17.1");
    await store.settled();
    old.hooks.before = undefined;
    expect(await store.words.obstacle(calm)).toBe(null);
    const { documentId, indexVersion } = document;
    expect(await store.words.pending(calm)).toEqual([{ documentId, userId, indexVersion, chunks: 2 }]);
    const [pending] = await store.words.pending(calm);
    expect(pending && (await store.words.fill(pending, calm))).toBe(true);
    const query = { ...queryOf({ userId, vector: target }), terms: ["chunk"] };
    const found = await store.searchBoth(query, calm);
    expect(found.map(({ byWords }) => byWords !== null)).toEqual([true, true]);
  });

  it("is left as it is where something else has a vector of that name", async () => {
    const double = await openDouble();
    await makeOldCollection(double, { words: {} });
    const store = await openStore(double);
    expect(await store.words.obstacle(calm)).toContain('a sparse vector "words" without the modifier "idf"');
    const { put, queryFor } = world(204);
    await put(store, [0.9]);
    expect(await store.searchBoth({ ...queryFor(), terms: ["chunk"] }, calm)).toHaveLength(1);
    expect(double.points(COLLECTION).map(({ sparse }) => sparse)).toEqual([{}]);
  });

  it("says so where the key may not change it, and goes on", async () => {
    const double = await openDouble();
    await makeOldCollection(double);
    double.hooks.before = ({ path }) =>
      path.endsWith("/vectors/words")
        ? { answer: { status: 403, body: "Forbidden: Global manage access is required" } }
        : undefined;
    const store = await openStore(double);
    expect(await store.words.obstacle(calm)).toContain("the key may not add a vector");
    const { put, queryFor } = world(205);
    await put(store, [0.9]);
    expect(await store.searchBoth({ ...queryFor(), terms: ["chunk"] }, calm)).toHaveLength(1);
  });
});

describe("a search by meaning and words", () => {
  /** The middle of each of its four queries, and of the words that one of them begins with. */
  const MOMENTS = 5;

  it("sees one version whole, whatever another copy does between its parts", async () => {
    for (let moment = 0; moment < MOMENTS; moment++) {
      const stage = await openStage();
      opened.push(() => stage.close());
      const { double, left, right } = stage;
      await stage.replace(left, 3);
      await stage.settled();
      const query = { ...stage.query, terms: ["chunk"] };
      await right.searchBoth(query, calm);
      let reads = 0;
      let latest: Promise<string> | undefined;
      double.midway = async (kind) => {
        if (kind !== "read" || latest !== undefined || reads++ !== moment) return;
        latest = stage.replace(left, 5);
        await latest;
      };
      const seen = stage.wholeVersion(await right.searchBoth(query, calm));
      double.midway = undefined;
      expect(await latest).toBe(seen);
      expect(seen).toBeDefined();
    }
  });

  it("is one call where nothing is going on", async () => {
    const stage = await openStage();
    opened.push(() => stage.close());
    await stage.replace(stage.left, 3);
    await stage.settled();
    const query = { ...stage.query, terms: ["chunk"] };
    await stage.right.searchBoth(query, calm);
    const before = stage.double.requests.length;
    expect(await stage.right.searchBoth(query, calm)).toHaveLength(3);
    const asked = stage.double.requests.slice(before).filter((request) => isFrom(request, "right"));
    expect(asked.map(({ path }) => path)).toEqual([`/collections/${COLLECTION}/points/query/batch`]);
  });
});
