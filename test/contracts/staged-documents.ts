import { expect } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { newId } from "../../src/domain/id.ts";
import type { Hit } from "../../src/domain/passage.ts";
import type { PendingDocument, VectorGenerations } from "../../src/ports/vector-generations.ts";
import type { IndexedDocument, VectorStore } from "../../src/ports/vector-store.ts";
import { putNear, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

/** A vector store and what it knows about the embedders of its vectors. */
export interface Generations {
  vectors: VectorStore;
  generations: VectorGenerations;
}

/** The embedders of the suite, by how near to the target they put every chunk: a mixture of two would show. */
const COSINES = { old: 0.9, next: 0.5, other: 0.1 };

/** The identity of one of them. */
export type Maker = keyof typeof COSINES;

const MOST_ATTEMPTS = 20;

/** One user's documents in a store, and what the suite does with them. */
export function userOf(stores: () => Generations, userId: string = newId()) {
  const { vectors: seeded, target } = world(51);

  function put(chunks: number, fields: Partial<IndexedDocument> = {}, maker: Maker = "old") {
    const cosines = new Array<number>(chunks).fill(COSINES[maker]);
    return putNear(stores().vectors, userId, {
      vectors: seeded,
      target,
      cosines,
      fields: { embedder: maker, ...fields },
    });
  }

  function pending(maker: Maker): Promise<PendingDocument[]> {
    return stores().generations.pending(maker, calm);
  }

  /** The pending document of this id, or the first one. */
  async function onePending(maker: Maker, documentId?: string): Promise<PendingDocument> {
    const all = await pending(maker);
    const one = all.find((document) => documentId === undefined || document.documentId === documentId);
    if (one === undefined) throw new Error("The document is not pending");
    return one;
  }

  function vectorsBy(maker: Maker, chunks: number): Float32Array[] {
    return Array.from({ length: chunks }, () => seeded.near(target, COSINES[maker]));
  }

  function stage(maker: Maker, document: PendingDocument): Promise<boolean> {
    return stores().generations.stage(maker, document, vectorsBy(maker, document.chunks), calm);
  }

  const identity = () => stores().generations.identity(calm);
  const queryBy = (embedder: string | null) => queryOf({ userId, vector: target, embedder, limit: 100 });
  const searchBy = (embedder: string | null) => stores().vectors.search(queryBy(embedder), calm);

  return {
    userId,
    target,
    seeded,
    put,
    pending,
    onePending,
    vectorsBy,
    stage,
    /** Two documents of the user, of 3 and 2 chunks, and one of another user, made by the old embedder. */
    async fill() {
      await stores().generations.adopt("old", calm);
      return [await put(3), await put(2), await put(1, { userId: newId() })] as const;
    },
    async stageAll(maker: Maker) {
      for (const document of await pending(maker)) expect(await stage(maker, document)).toBe(true);
    },
    complete: (maker: Maker) => stores().generations.complete(maker, calm),
    identity,
    queryBy,
    searchBy,
    /** What the recorded embedder finds, also where another one is recorded in that moment. */
    async search(): Promise<Hit[]> {
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
        const hits = await unlessRefused(searchBy(await identity()));
        if (hits !== null) return hits;
      }
      throw new Error("The recorded embedder is refused again and again");
    },
    list: () => stores().vectors.listDocuments(userId, calm),
  };
}

/** What a search finds; null where it is refused because another embedder made the vectors. */
export async function unlessRefused<Found>(searching: Promise<Found>): Promise<Found | null> {
  try {
    return await searching;
  } catch (error) {
    if (error instanceof AppError && error.code === "embedder-changed") return null;
    throw error;
  }
}

/** Passes where these are as many hits as expected, and all by this embedder. */
export function expectMadeBy(hits: readonly Hit[], maker: Maker, count: number): void {
  expect(makerOf(hits, count)).toBe(maker);
}

/** Who made all of these many hits; throws where they are more, fewer, or of several makers. */
export function makerOf(hits: readonly Hit[], count: number): Maker {
  expect(hits).toHaveLength(count);
  const scores = [...new Set(hits.map(({ score }) => score.toFixed(3)))];
  const makers: Maker[] = ["old", "next", "other"];
  const maker = makers.find((one) => scores.every((score) => score === COSINES[one].toFixed(3)));
  if (maker === undefined) throw new Error(`Nobody has made vectors with the scores ${scores.join(" and ")}`);
  return maker;
}

/** The ids of the documents, in order. */
export function idsOf(documents: readonly { documentId: string }[]): string[] {
  return documents.map(({ documentId }) => documentId).toSorted();
}
