import { expect } from "vitest";
import { newId, pointId } from "../../src/domain/id.ts";
import type { Point } from "../../src/domain/passage.ts";
import type { IndexedDocument, VectorQuery, VectorStore } from "../../src/ports/vector-store.ts";
import { type SeededVectors, seededVectors } from "./seeded-vectors.ts";
import { calm } from "./store-under-test.ts";

/** Where the chunks of a document lie: one for each cosine with the target. */
export interface Nearness {
  vectors: SeededVectors;
  target: Float32Array;
  cosines: readonly number[];
  /** Of the document itself. */
  fields?: Partial<IndexedDocument>;
}

/** Stores a document of the user and gives it back. */
export async function putNear(store: VectorStore, userId: string, near: Nearness): Promise<IndexedDocument> {
  const document = newDocument({ userId, ...near.fields });
  const vectors = near.cosines.map((cosine) => near.vectors.near(near.target, cosine));
  await store.replaceDocument(document, pointsOf(document, vectors), calm);
  return document;
}

/** What a search finds, each as its document and the index of the chunk. */
export async function found(store: VectorStore, query: VectorQuery): Promise<string[]> {
  const hits = await store.search(query, calm);
  return hits.map(({ documentId, chunkIndex }) => `${documentId} ${chunkIndex}`);
}

/** A user of their own, a target to search for, and vectors around it. */
export function world(seed: number) {
  const vectors = seededVectors(seed);
  const [target, userId] = [vectors.random(), newId()];
  return {
    ...{ vectors, target, userId },
    /** Stores a document of the user and gives it back: one chunk for each cosine with the target. */
    put: (store: VectorStore, cosines: readonly number[], fields: Partial<IndexedDocument> = {}) =>
      putNear(store, userId, { vectors, target, cosines, fields }),
    /** The user's query for the target. */
    queryFor: (fields: Partial<VectorQuery> = {}) => queryOf({ userId, vector: target, ...fields }),
  };
}

/** A document of a new user under a new id, but for the fields given. */
export function newDocument(fields: Partial<IndexedDocument>): IndexedDocument {
  const documentId = newId();
  return {
    documentId,
    userId: newId(),
    documentName: `${documentId}.md`,
    documentType: "MD",
    category: "Notes",
    pages: null,
    size: 1_000,
    indexedAt: "2026-01-01T00:00:00.000Z",
    indexVersion: newId(),
    embedder: null,
    ...fields,
  };
}

/** Points of the document, one for each vector; every text begins with the version that it belongs to. */
export function pointsOf(document: IndexedDocument, vectors: readonly Float32Array[]): Point[] {
  return vectors.map((vector, chunkIndex) => {
    const text = `${document.indexVersion}: chunk ${chunkIndex} — 日本語 👩‍👩‍👧`;
    const isOdd = chunkIndex % 2 === 1;
    return {
      id: pointId(document.documentId, document.indexVersion, chunkIndex),
      chunk: {
        chunkIndex,
        text,
        pageNumber: isOdd ? chunkIndex : null,
        section: isOdd ? null : "Guide > Übersicht",
        part: 0,
        start: 0,
        end: text.length,
      },
      vector,
    };
  });
}

/** A query without filters and floor for ten chunks, but for the fields given. */
export function queryOf(fields: Pick<VectorQuery, "userId" | "vector"> & Partial<VectorQuery>): VectorQuery {
  return {
    embedder: null,
    limit: 10,
    scoreFloor: 0,
    documentTypes: [],
    documentIds: [],
    excludedDocumentId: null,
    ...fields,
  };
}

/** Matches a score to five digits: stores may round as float32 does. */
export function closeTo(score: number): number {
  return expect.closeTo(score, 5);
}

/** The cosine of two unit vectors. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((total, number, index) => total + number * (b[index] ?? 0), 0);
}
