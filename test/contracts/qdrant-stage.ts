import { expect } from "vitest";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import type { Hit } from "../../src/domain/passage.ts";
import type { IndexedDocument, VectorStore } from "../../src/ports/vector-store.ts";
import type { Asked } from "../doubles/backend-double.ts";
import { openQdrantDouble } from "../doubles/qdrant.ts";
import { newDocument, pointsOf, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

const { vectors, target } = world(77);
const supply = Array.from({ length: 300 }, () => vectors.near(target, 0.9));

/** One Qdrant, two copies of the service on it (`left` and `right`), and one document that both change. */
export async function openStage() {
  const double = await openQdrantDouble({ apiKeys: ["left", "right"] });
  const userId = newId();
  const documentId = newId();
  let time = Date.UTC(2026, 0, 1);
  const now = () => new Date(time);
  const open = (apiKey: string) => openQdrantVectorStore({ urls: [double.url], apiKey, now });
  const left = await open("left");
  const right = await open("right");
  await left.provision(calm);
  const sizes = new Map<string, number>();

  /** Stores a version of so many chunks and gives its name. */
  const replace = (store: VectorStore, chunks: number, documentName = "a.md") =>
    replaceWith(store, chunks, { documentName });

  async function replaceWith(store: VectorStore, chunks: number, fields: Partial<IndexedDocument>) {
    const document = newDocument({ userId, documentId, ...fields });
    sizes.set(document.indexVersion, chunks);
    await store.replaceDocument(document, pointsOf(document, supply.slice(0, chunks)), calm);
    return document.indexVersion;
  }

  /** The one version that a copy sees, whole; undefined where it sees nothing. */
  async function seenBy(store: VectorStore): Promise<string | undefined> {
    const hits = await store.search(queryOf({ userId, vector: target, limit: 1_000 }), calm);
    return wholeVersion(hits);
  }

  function wholeVersion(hits: readonly Hit[]): string | undefined {
    const versions = [...new Set(hits.map(versionOf))];
    expect(versions.length).toBeLessThanOrEqual(1);
    const [version] = versions;
    if (version !== undefined) expect(hits).toHaveLength(sizes.get(version) ?? 0);
    return version;
  }

  return {
    double,
    left,
    right,
    open,
    userId,
    documentId,
    replace,
    replaceFor: (store: VectorStore, owner: string, chunks: number) =>
      replaceWith(store, chunks, { userId: owner }),
    seenBy,
    wholeVersion,
    query: queryOf({ userId, vector: target, limit: 1_000 }),
    passTime: (ms: number) => {
      time += ms;
    },
    /** The versions that lie in the collection, seen or not. */
    storedVersions: () => [
      ...new Set(double.points("service_documents").map(({ payload }) => payload.indexVersion)),
    ],
    storedNames: () => [
      ...new Set(double.points("service_documents").map(({ payload }) => payload.documentName)),
    ],
    /** Waits until both copies have done all that can be done after their answers. */
    async settled() {
      await left.settled();
      await right.settled();
    },
    /** The points that a change has marked and nobody has settled. */
    marks: () => double.points("service_documents").filter(({ payload }) => payload.unsettled === true),
    /** What the ledger still speaks of. */
    ledgerChanges: () =>
      double.points("service_documents_ledger").flatMap(({ payload }) => payload.changes ?? []),
    async close() {
      await left.close();
      await right.close();
      await double.stop();
    },
  };
}

/** The version that a hit's text begins with. */
export function versionOf({ chunkText }: Hit): string {
  return chunkText.split(":")[0] ?? "";
}

/** Whether a request comes from this copy of the service. */
export function isFrom(asked: Asked, copy: "left" | "right"): boolean {
  return asked.headers["api-key"] === copy;
}
