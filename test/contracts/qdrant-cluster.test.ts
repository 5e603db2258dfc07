import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pageNumberOf } from "../../src/adapters/qdrant/ledger.ts";
import {
  openQdrantVectorStore,
  type QdrantVectorStore,
} from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import type { Answered, Asked, Fault } from "../doubles/backend-double.ts";
import { openQdrantCluster, type QdrantCluster } from "../doubles/qdrant-cluster.ts";
import { fieldsOf } from "../doubles/qdrant-filter.ts";
import { found, newDocument, pointsOf, putNear, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

const POINTS = "service_documents";
const LEDGER = "service_documents_ledger";
const { vectors, target, userId } = world(8);
const query = queryOf({ userId, vector: target });
let cluster: QdrantCluster;
let store: QdrantVectorStore;

beforeEach(async () => {
  cluster = await openQdrantCluster();
  store = await openQdrantVectorStore({ urls: cluster.urls });
});
afterEach(async () => {
  await store.close();
  await cluster.stop();
});

const put = (fields: { documentId?: string } = {}) =>
  putNear(store, userId, { vectors, target, cosines: [0.9, 0.8], fields });

/** Points of which replicas have different scores are in no answer that several have to agree on. */
function withoutWordScores({ path, query }: Asked, { body, ...answered }: Answered): Fault | undefined {
  if (!path.endsWith("/query/batch") || query.get("consistency") === "1") return undefined;
  const { result, ...rest } = fieldsOf(body);
  const [byWords, scores] = Array.isArray(result) ? result : [];
  if (scores === undefined) return undefined;
  return { answer: { ...answered, body: { ...rest, result: [byWords, { points: [] }] } } };
}

function withDoubledWords({ path }: Asked, { body, ...answered }: Answered): Fault | undefined {
  if (!path.endsWith("/query/batch")) return undefined;
  const { result, ...rest } = fieldsOf(body);
  const [found, ...scores] = Array.isArray(result) ? result : [];
  // Nothing by meaning, so that only the words can find it.
  const points = scores.length === 0 ? [] : [...found.points, ...found.points];
  return { answer: { ...answered, body: { ...rest, result: [{ points }, ...scores] } } };
}

describe("a cluster of three", () => {
  it("is read and written while any one of its nodes is away, from the moment of its death", async () => {
    const { documentId } = await put();
    for (const node of [0, 1, 2, 0]) {
      await cluster.kill(node);
      await put({ documentId });
      expect(await found(store, query)).toEqual([`${documentId} 0`, `${documentId} 1`]);
      await store.renameDocument(documentId, `without ${node}.md`, calm);
      const [listed] = await store.listDocuments(userId, calm);
      expect(listed).toMatchObject({ documentName: `without ${node}.md`, chunks: 2 });
      expect(await store.removeDocument(documentId, calm)).toBe(2);
      await put({ documentId });
      await cluster.revive(node);
    }
    await store.settled();
    expect(cluster.points(POINTS)).toHaveLength(2);
    expect(cluster.nodes.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it("is set up by several copies that start at once", async () => {
    const copies = await Promise.all([1, 2, 3].map(() => openQdrantVectorStore({ urls: cluster.urls })));
    await Promise.all(copies.map((copy) => copy.check(calm)));
    expect(cluster.points(LEDGER)).toHaveLength(18);
    await Promise.all(copies.map((copy) => copy.close()));
  });

  it("ranks by words although its replicas do not agree what a word is worth", async () => {
    const { documentId } = await put();
    await store.settled();
    const both = { ...query, terms: ["chunk"] };
    const usual = await store.searchBoth(both, calm);
    expect(usual.map(({ byWords }) => byWords !== null)).toEqual([true, true]);
    for (const node of cluster.nodes) node.hooks.after = withoutWordScores;
    expect(await store.searchBoth(both, calm)).toEqual(usual);
    expect(usual.map((candidate) => candidate.documentId)).toEqual([documentId, documentId]);
  });

  it("finds a point once by words, although it may give it twice while it copies a replica", async () => {
    await put();
    await store.settled();
    const both = { ...query, terms: ["chunk"] };
    const usual = await store.searchBoth(both, calm);
    for (const node of cluster.nodes) node.hooks.after = withDoubledWords;
    const doubled = await store.searchBoth(both, calm);
    expect(doubled.map(({ id }) => id).toSorted()).toEqual(usual.map(({ id }) => id).toSorted());
    expect(doubled.map(({ byWords }) => byWords?.rank)).toEqual([1, 2]);
  });

  it("says which of its nodes answer", async () => {
    const names = cluster.urls.map((url) => new URL(url).host);
    expect(await store.nodes(calm)).toEqual(names.map((name) => ({ name, isReady: true })));
    await cluster.kill(1);
    expect(await store.nodes(calm)).toEqual(names.map((name, i) => ({ name, isReady: i !== 1 })));
  });

  it("passes a dead node over at once, and asks it again when it is back", async () => {
    await put();
    const asked = () => cluster.nodes.map(({ requests }) => requests.length);
    const since = (before: number[]) => asked().map((count, node) => count - (before[node] ?? 0));
    const start = asked();
    await store.search(query, calm);
    const preferred = since(start).findIndex((count) => count > 0);
    await cluster.kill(preferred);
    await pause(200);
    await store.search(query, calm);
    const dead = asked();
    for (let i = 0; i < 20; i++) await store.search(query, calm);
    expect(since(dead)[preferred]).toBe(0);
    await cluster.revive(preferred);
    const again = async () => {
      await store.search(query, calm);
      return since(dead)[preferred];
    };
    await expect.poll(again, { timeout: 10_000 }).toBeGreaterThan(0);
  });

  it("answers while its only node within reach copies what it missed", async () => {
    await put();
    const [first = ""] = cluster.urls;
    const one = await openQdrantVectorStore({ urls: [first] });
    expect(await found(one, query)).toHaveLength(2);
    await cluster.kill(0);
    await cluster.revive(0);
    expect(await found(one, query)).toHaveLength(2);
    await one.close();
  });

  it("is said to be away only where none of its nodes answers", async () => {
    await put();
    for (const node of [0, 1, 2]) await cluster.kill(node);
    await expect(store.search(query, calm)).rejects.toMatchObject({
      message: "The vector store cannot be reached",
    });
    for (const node of [0, 1, 2]) await cluster.revive(node);
    expect(await found(store, query)).toHaveLength(2);
  });
});

describe("a page of the ledger on which replicas do not agree", () => {
  /** A page as the store has left it, for a document that has its place there. */
  async function pageOf(documentId: string) {
    await put({ documentId });
    await store.settled();
    const number = pageNumberOf(documentId);
    const page = cluster.points(LEDGER).find(({ id }) => id === number);
    if (page === undefined) throw new Error("There is no such page");
    return { number, payload: structuredClone(page.payload) };
  }

  it("is brought to one state, and nothing that was acknowledged is lost", async () => {
    const documentId = newId();
    const { number, payload } = await pageOf(documentId);
    // Another copy's write of the same sequence reached this replica first. It was never acknowledged.
    cluster.stale.set(LEDGER, number, { ...payload, changes: [], touches: [] });
    const document = newDocument({ userId, documentId });
    await store.replaceDocument(document, pointsOf(document, [vectors.near(target, 0.7)]), calm);
    expect(await found(store, query)).toEqual([`${documentId} 0`]);
    const fresh = await openQdrantVectorStore({ urls: cluster.urls });
    expect(await found(fresh, query)).toEqual([`${documentId} 0`]);
    await fresh.close();
  });

  it("that is not there at all is called lost, and provisioning puts it back", async () => {
    await pageOf(newId());
    const fresh = await openQdrantVectorStore({ urls: cluster.urls });
    await fresh.provision(calm);
    const [first] = cluster.urls;
    await fetch(`${first}/collections/${LEDGER}/points/delete?wait=true`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ points: [3] }),
    });
    await expect(fresh.search(query, calm)).rejects.toMatchObject({
      message: "The vector store has lost a page of its ledger",
      details: expect.stringContaining("carrel -- provision"),
    });
    expect(await fresh.provision(calm)).toEqual([`Added 1 pages to ${LEDGER}`]);
    expect(await found(fresh, query)).toHaveLength(2);
    await fresh.close();
  });
});

describe("a replica that comes back behind the others", () => {
  const names = async () => [
    ...new Set((await store.search(query, calm)).map(({ documentName }) => documentName)),
  ];

  it("is outvoted", async () => {
    const { documentId } = await put();
    await store.settled();
    const [first] = cluster.points(POINTS);
    if (first === undefined) throw new Error("Nothing was stored");
    cluster.stale.set(POINTS, first.id, { ...first.payload, documentName: "older.md" });
    expect(await found(store, query)).toEqual([`${documentId} 0`, `${documentId} 1`]);
    expect(await names()).not.toContain("older.md");
    expect(cluster.stale.size()).toBe(1);
  });

  it("has every name that was acknowledged, so that another node may die then", async () => {
    const { documentId } = await put();
    await store.settled();
    cluster.stale.miss(POINTS, 1);
    await store.renameDocument(documentId, "later.md", calm);
    await cluster.kill(0);
    expect(await found(store, query)).toEqual([`${documentId} 0`, `${documentId} 1`]);
    expect(await names()).toEqual(["later.md"]);
    expect(cluster.stale.size()).toBe(0);
  });

  it("is not left with points that say that they are arriving, when the ledger has forgotten them", async () => {
    const { documentId } = await put();
    cluster.stale.miss(POINTS, 2);
    await store.settled();
    expect(cluster.points(LEDGER).flatMap(({ payload }) => payload.changes ?? [])).toEqual([]);
    await cluster.kill(0);
    expect(await found(store, query)).toEqual([`${documentId} 0`, `${documentId} 1`]);
  });
});
