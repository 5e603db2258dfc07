import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import type { Hit } from "../../src/domain/passage.ts";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { newDocument, pointsOf, queryOf } from "./indexed-documents.ts";
import { versionOf } from "./qdrant-stage.ts";
import { seededNumbers, seededVectors } from "./seeded-vectors.ts";
import { calm } from "./store-under-test.ts";

vi.setConfig({ testTimeout: 180_000 });

const CALLS = 1_000;
const AT_ONCE = 8;
const MOST_CHUNKS = 12;

let double: QdrantDouble;
let copies: Awaited<ReturnType<typeof openQdrantVectorStore>>[];
const random = seededNumbers(5);
const vectors = seededVectors(6);
const target = vectors.random();
const supply = Array.from({ length: MOST_CHUNKS }, () => vectors.near(target, 0.8));
const userId = newId();

beforeEach(async () => {
  double = await openQdrantDouble();
  copies = [
    await openQdrantVectorStore({ urls: [double.url] }),
    await openQdrantVectorStore({ urls: [double.url] }),
  ];
});
afterEach(async () => {
  for (const copy of copies) await copy.close();
  await double.stop();
});

function any<T>(items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from");
  return item;
}

/** Stores a version of the document with a random number of chunks, which is part of every chunk's text. */
async function replaceAnyhow(store: VectorStore, documentId: string): Promise<string> {
  const chunks = 1 + Math.floor(random() * MOST_CHUNKS);
  const document = newDocument({ userId, documentId, indexVersion: `${newId()}-${chunks}` });
  await store.replaceDocument(document, pointsOf(document, supply.slice(0, chunks)), calm);
  return document.indexVersion;
}

/** Every document that was found was found whole and in one version. */
function expectWhole(hits: readonly Hit[]): void {
  for (const group of Map.groupBy(hits, ({ documentId }) => documentId).values()) {
    const [version, ...others] = new Set(group.map(versionOf));
    expect(others).toEqual([]);
    expect(group).toHaveLength(Number(version?.split("-")[1]));
  }
}

function expectTidy(): void {
  const points = double.points("service_documents");
  for (const group of Map.groupBy(points, ({ payload }) => payload.documentId).values()) {
    expect(new Set(group.map(({ payload }) => payload.indexVersion)).size).toBe(1);
    expect(new Set(group.map(({ payload }) => payload.documentName)).size).toBe(1);
    expect(group).toHaveLength(Number(String(group[0]?.payload.indexVersion).split("-")[1]));
  }
}

describe("two copies of the service on one Qdrant", () => {
  it("leave no duplicate, no orphan and no mixed version after a thousand interleaved calls", async () => {
    const documents = Array.from({ length: 6 }, () => newId());
    const query = queryOf({ userId, vector: target, limit: 1_000 });
    const done = { index: 0, remove: 0, rename: 0, search: 0 };
    let left = CALLS;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        const store = any(copies);
        const documentId = any(documents);
        const kind = any(["index", "index", "remove", "rename", "search", "search"] as const);
        if (kind === "index") await replaceAnyhow(store, documentId);
        if (kind === "remove") await store.removeDocument(documentId, calm);
        if (kind === "rename") await store.renameDocument(documentId, `${newId()}.md`, calm);
        if (kind === "search") expectWhole(await store.search(query, calm));
        done[kind] += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(Math.min(...Object.values(done))).toBeGreaterThan(100);
    expectTidy();
    for (const copy of copies) await copy.settled();
    expect(double.points("service_documents_ledger").flatMap(({ payload }) => payload.changes ?? [])).toEqual(
      [],
    );
    const [one, other] = await Promise.all(copies.map((copy) => copy.search(query, calm)));
    expect(one).toEqual(other);
    expect(one).toHaveLength(double.points("service_documents").length);
    expect(double.problems).toEqual([]);
  });

  it("lose nothing that was acknowledged when Qdrant is killed and restarted in the middle of a load", async () => {
    let isOver = false;
    let failures = 0;
    let successes = 0;
    const load = async (copy: VectorStore) => {
      const documentId = newId();
      while (!isOver) {
        try {
          const acknowledged = await replaceAnyhow(copy, documentId);
          const hits = await copy.search(queryOf({ userId, vector: target, limit: 1_000 }), calm);
          expectWhole(hits);
          const mine = hits.filter((hit) => hit.documentId === documentId).map(versionOf);
          expect(mine[0]).toBe(acknowledged);
          successes += 1;
        } catch (error) {
          expect(error).toMatchObject({ name: "AppError", code: "vector-store-failed" });
          failures += 1;
        }
      }
      return documentId;
    };
    const loads = [...copies, ...copies].map(load);
    const grown = async (count: () => number, by: number) => {
      for (const goal = count() + by; count() < goal; ) await pause(10);
    };
    for (let round = 0; round < 4; round++) {
      await grown(() => successes, 5);
      await double.stop();
      await grown(() => failures, 2);
      await double.start();
    }
    await grown(() => successes, 5);
    isOver = true;
    const documents = await Promise.all(loads);
    expect(failures).toBeGreaterThanOrEqual(8);
    for (const documentId of documents) {
      const version = await replaceAnyhow(copies[0] ?? any(copies), documentId);
      const hits = await any(copies).search(
        queryOf({ userId, vector: target, documentIds: [documentId] }),
        calm,
      );
      expect(new Set(hits.map(versionOf))).toEqual(new Set([version]));
    }
    expectTidy();
  });
});
