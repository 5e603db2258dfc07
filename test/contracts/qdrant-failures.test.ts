import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { found, newDocument, pointsOf, putNear, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

const API_KEY = "the-secret-key";
const { vectors, target, userId } = world(3);
const query = queryOf({ userId, vector: target });
let double: QdrantDouble;
let store: Awaited<ReturnType<typeof openQdrantVectorStore>>;

beforeEach(async () => {
  double = await openQdrantDouble({ apiKeys: [API_KEY] });
  store = await openQdrantVectorStore({ urls: [double.url], apiKey: API_KEY });
});
afterEach(async () => {
  await store.close();
  await double.stop();
});

/** The failure of a call, which must be the port's and give nothing away. */
async function failureOf(call: Promise<unknown>): Promise<{ message: string; details?: string }> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: "AppError", code: "vector-store-failed" });
  const { message, details } = Object(failure);
  for (const secret of [API_KEY, "127.0.0.1", "vendor's words"])
    expect(`${message} ${details}`).not.toContain(secret);
  return { message, details };
}

describe("a Qdrant that fails", () => {
  it("by being away is said to be away, and is found again when it is back", async () => {
    const { documentId } = await putNear(store, userId, { vectors, target, cosines: [0.9] });
    await double.stop();
    const failure = await failureOf(store.search(query, calm));
    expect(failure.message).toBe("The vector store cannot be reached");
    await double.start();
    expect(await found(store, query)).toEqual([`${documentId} 0`]);
  });

  it("by refusing the key says which setting to look at", async () => {
    const stranger = await openQdrantVectorStore({ urls: [double.url], apiKey: "wrong" });
    expect(await failureOf(stranger.search(query, calm))).toEqual({
      message: "The vector store refused the key",
      details: "Check QDRANT_API_KEY",
    });
  });

  it("by having lost the collection names the command that creates it", async () => {
    await store.check(calm);
    await store.search(query, calm);
    double.wipe();
    expect((await failureOf(store.check(calm))).details).toContain("carrel -- provision");
    expect((await failureOf(store.search(query, calm))).details).toContain("carrel -- provision");
    await store.provision(calm);
    expect(await store.search(query, calm)).toEqual([]);
  });

  it("by holding other vectors is refused before anything is written", async () => {
    await fetch(`${double.url}/collections/service_documents`, {
      method: "PUT",
      headers: { "api-key": API_KEY },
      body: JSON.stringify({ vectors: { size: 384, distance: "Cosine" } }),
    });
    const failure = await failureOf(store.search(query, calm));
    expect(failure.message).toBe("The collection service_documents holds other vectors");
    expect(failure.details).toContain("768");
    expect((await failureOf(store.check(calm))).message).toBe(failure.message);
  });

  it("for a moment is asked again", async () => {
    await store.provision(calm);
    let refusals = 2;
    double.hooks.before = () => {
      refusals -= 1;
      return refusals >= 0
        ? { answer: { status: 503, body: "busy", headers: { "retry-after": "0" } } }
        : undefined;
    };
    expect(await store.search(query, calm)).toEqual([]);
    expect(refusals).toBeLessThan(0);
  });

  it("with words of its own keeps them to itself", async () => {
    await store.provision(calm);
    double.hooks.before = () => ({ answer: { status: 500, body: { status: { error: "vendor's words" } } } });
    expect((await failureOf(store.search(query, calm))).message).toBe("The vector store refused a request");
    double.hooks.before = () => ({ answer: { status: 200, body: "vendor's words" } });
    expect((await failureOf(store.search(query, calm))).message).toContain("makes no sense");
  });

  it("by being slow is given up after its time", async () => {
    await store.provision(calm);
    const hasty = await openQdrantVectorStore({ urls: [double.url], apiKey: API_KEY, timeoutMs: 50 });
    double.hooks.before = () => ({ delayMs: 400 });
    expect((await failureOf(hasty.search(query, calm))).message).toBe(
      "The vector store did not answer in time",
    );
  });

  it("by losing its answers still stores a document once", async () => {
    await store.provision(calm);
    let count = 0;
    double.hooks.after = () => {
      count += 1;
      return count % 3 === 0 ? { drop: true } : undefined;
    };
    const { documentId } = await putNear(store, userId, { vectors, target, cosines: [0.9, 0.8] });
    double.hooks = {};
    expect(await found(store, query)).toEqual([`${documentId} 0`, `${documentId} 1`]);
    expect(double.points("service_documents")).toHaveLength(2);
  });
});

describe("a replacement that fails", () => {
  const large = () => Array.from({ length: 130 }, () => vectors.near(target, 0.9));

  async function failAt(path: string, act: () => undefined | { answer: { status: number; body: string } }) {
    const old = await putNear(store, userId, { vectors, target, cosines: [0.5] });
    await store.settled();
    let isFirst = true;
    double.hooks.before = (asked) => {
      if (asked.method !== "PUT" || !asked.path.endsWith(path)) return undefined;
      if (isFirst) {
        isFirst = false;
        return undefined;
      }
      return act();
    };
    return old;
  }

  it("leaves the old version and nothing of the new one", async () => {
    const old = await failAt("/points", () => ({ answer: { status: 500, body: "vendor's words" } }));
    const document = newDocument({ userId, documentId: old.documentId });
    await failureOf(store.replaceDocument(document, pointsOf(document, large()), calm));
    double.hooks = {};
    expect(await found(store, query)).toEqual([`${old.documentId} 0`]);
    expect(double.points("service_documents")).toHaveLength(1);
    expect(double.points("service_documents_ledger").flatMap(({ payload }) => payload.changes ?? [])).toEqual(
      [],
    );
  });

  it("because its caller left ends with the caller's reason and the old version", async () => {
    const leaving = new AbortController();
    const reason = new Error("gone");
    const old = await failAt("/points", () => {
      leaving.abort(reason);
      return undefined;
    });
    const document = newDocument({ userId, documentId: old.documentId });
    await expect(store.replaceDocument(document, pointsOf(document, large()), leaving.signal)).rejects.toBe(
      reason,
    );
    double.hooks = {};
    expect(await found(store, query)).toEqual([`${old.documentId} 0`]);
    expect(double.points("service_documents")).toHaveLength(1);
  });
});

describe("the number of calls", () => {
  const calls = async (call: () => Promise<unknown>) => {
    const before = double.requests.length;
    await call();
    return double.requests.length - before;
  };
  const put = (fields: { documentId?: string } = {}, chunks = 5) =>
    putNear(store, userId, { vectors, target, cosines: new Array(chunks).fill(0.9), fields });

  it("of a search is one, of what lists or groups two, however many documents there are", async () => {
    await put();
    await store.settled();
    await store.search(query, calm);
    expect(await calls(() => store.search(query, calm))).toBe(1);
    expect(await calls(() => store.searchDocuments(query, calm))).toBe(2);
    for (let i = 0; i < 20; i++) await put();
    await store.settled();
    expect(await calls(() => store.search(query, calm))).toBe(1);
    expect(await calls(() => store.searchDocuments(query, calm))).toBe(2);
    expect(await calls(() => store.listDocuments(userId, calm))).toBe(2);
    expect(await store.listDocuments(userId, calm)).toHaveLength(21);
  });

  it("of a search is one for a copy that knows nothing of what another has just stored, removed and settled", async () => {
    const other = await openQdrantVectorStore({ urls: [double.url], apiKey: API_KEY });
    const { documentId } = await put();
    await store.settled();
    expect(await found(other, query)).toHaveLength(5);
    await put();
    await store.removeDocument(documentId, calm);
    await store.settled();
    expect(await calls(() => other.search(query, calm))).toBe(1);
    expect(await found(other, query)).toHaveLength(5);
    await other.close();
  });

  it("of an index of one batch is at most five, and of another one of the same document too", async () => {
    await put();
    await store.settled();
    let documentId = "";
    const first = await calls(async () => {
      ({ documentId } = await put({}, 128));
    });
    expect(first).toBeLessThanOrEqual(5);
    await store.settled();
    expect(await calls(() => put({ documentId }, 128))).toBeLessThanOrEqual(5);
  });

  it("of what is left to do after that is shared by all that were indexed meanwhile", async () => {
    await put();
    await store.settled();
    const all = await calls(async () => {
      await Promise.all(Array.from({ length: 40 }, () => put()));
      await store.settled();
    });
    expect(all / 40).toBeLessThan(6);
  });

  it("of a long list is one for each thousand documents", async () => {
    await store.provision(calm);
    const points = Array.from({ length: 1_005 }, (_, number) => ({
      id: number,
      vector: new Array(768).fill(1),
      payload: {
        userId,
        documentId: newId(),
        documentName: `${number}.md`,
        chunkIndex: 0,
        documentChunks: 1,
      },
    }));
    await fetch(`${double.url}/collections/service_documents/points?wait=true`, {
      method: "PUT",
      headers: { "api-key": API_KEY },
      body: JSON.stringify({ points }),
    });
    const documents = await store.listDocuments(userId, calm);
    expect(new Set(documents.map(({ documentId }) => documentId)).size).toBe(1_005);
    expect(double.requests.filter(({ path }) => path.endsWith("/scroll"))).toHaveLength(2);
  });
});

describe("provisioning", () => {
  it("creates what is missing, says so, and then has nothing left to do", async () => {
    expect(await store.provision(calm)).toEqual([
      "Created the Qdrant collection service_documents",
      "Created the payload index service_documents.userId",
      "Created the payload index service_documents.documentId",
      "Created the payload index service_documents.documentType",
      "Created the payload index service_documents.indexVersion",
      "Created the payload index service_documents.chunkIndex",
      "Created the payload index service_documents.generation",
      "Created the payload index service_documents.arriving",
      "Created the payload index service_documents.unsettled",
      "Created the payload index service_documents.unsettledBy",
      "Created the payload index service_documents.intent",
      "Created the payload index service_documents.wordsVersion",
      "Created the Qdrant collection service_documents_ledger",
      "Created the payload index service_documents_ledger.sequence",
      "Added 16 pages to service_documents_ledger",
    ]);
    expect(await store.provision(calm)).toEqual([]);
    await store.check(calm);
  });

  it("by several copies at once does no harm", async () => {
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => openQdrantVectorStore({ urls: [double.url], apiKey: API_KEY })),
    );
    await Promise.all(copies.map((copy) => copy.search(query, calm)));
    await store.check(calm);
    expect(double.points("service_documents_ledger")).toHaveLength(18);
  });
});
