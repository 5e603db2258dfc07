import { newId, pointId } from "../../src/domain/id.ts";
import { queryTerms } from "../../src/domain/index-terms.ts";
import type { Candidate, Point } from "../../src/domain/passage.ts";
import type { PendingDocument, VectorGenerations } from "../../src/ports/vector-generations.ts";
import type { BothQuery, IndexedDocument, VectorStore } from "../../src/ports/vector-store.ts";
import type { WordsIndex } from "../../src/ports/words-index.ts";
import { newDocument, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

/** A vector store with its words. */
export interface WordedStore {
  vectors: VectorStore;
  words: WordsIndex;
  generations: VectorGenerations;
  /** Stores a document as an earlier version of the service did, which knew nothing of words. */
  putWithoutWords(document: IndexedDocument, points: readonly Point[]): Promise<void>;
}

/** What a chunk says, how near to the target it lies, and under which header it stands. */
export interface WordedChunk {
  text: string;
  cosine: number;
  section?: string;
}

/** A user of their own with documents that have words, and what the suite does with them. */
export function readerOf(store: () => WordedStore, seed: number) {
  const { vectors, target, userId } = world(seed);

  function pointsFor(document: IndexedDocument, chunks: readonly WordedChunk[]): Point[] {
    return chunks.map(({ text, cosine, section = null }, chunkIndex) => ({
      id: pointId(document.documentId, document.indexVersion, chunkIndex),
      chunk: { chunkIndex, text, pageNumber: null, section, part: 0, start: 0, end: text.length },
      vector: vectors.near(target, cosine),
    }));
  }

  async function put(chunks: readonly WordedChunk[], fields: Partial<IndexedDocument> = {}) {
    const document = newDocument({ userId, ...fields });
    await store().vectors.replaceDocument(document, pointsFor(document, chunks), calm);
    return document;
  }

  /** The same, as it was stored when there were no words. */
  async function putOld(chunks: readonly WordedChunk[], fields: Partial<IndexedDocument> = {}) {
    const document = newDocument({ userId, ...fields });
    await store().putWithoutWords(document, pointsFor(document, chunks));
    return document;
  }

  function queryFor(question: string, fields: Partial<BothQuery> = {}): BothQuery {
    return { ...queryOf({ userId, vector: target }), terms: queryTerms(question), ...fields };
  }

  const ask = (question: string, fields: Partial<BothQuery> = {}) =>
    store().vectors.searchBoth(queryFor(question, fields), calm);

  async function pending(): Promise<PendingDocument[]> {
    const all = await store().words.pending(calm);
    return all.filter((document) => document.userId === userId);
  }

  return {
    userId,
    target,
    put,
    putOld,
    pointsFor,
    queryFor,
    ask,
    pending,
    /** The texts that are found by words, best first. */
    async askWords(question: string, fields: Partial<BothQuery> = {}): Promise<string[]> {
      return byWords(await ask(question, fields)).map(({ chunkText }) => chunkText);
    },
    async onePending(): Promise<PendingDocument> {
      const [one] = await pending();
      if (one === undefined) throw new Error("Nothing is pending");
      return one;
    },
    fill: (document: PendingDocument) => store().words.fill(document, calm),
  };
}

/** Those that are found by words, best first. */
export function byWords(candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .filter((candidate) => candidate.byWords !== null)
    .sort((a, b) => (a.byWords?.rank ?? 0) - (b.byWords?.rank ?? 0));
}

/** Chunks that say nothing in particular, all of them this near to the target. */
export function idleChunks(count: number, cosine: number): WordedChunk[] {
  return Array.from({ length: count }, (_, i) => ({ text: `Idle talk, part ${letters(i)}`, cosine }));
}

/** A word that nothing else has, and of which no rule makes another: no vowel, no digit, no ending. */
export function newWord(): string {
  // Words are told apart by how they begin, and ids by how they end.
  const digits = [...newId().slice(-16)].reverse();
  return digits.map((digit) => "bcdfghjklmnpqrtv"[Number.parseInt(digit, 16)]).join("");
}

function letters(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}
