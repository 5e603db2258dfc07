import type { DatabaseSync } from "node:sqlite";
import type { Document } from "../../../../domain/document.ts";
import { expectSameEmbedder } from "../../../../domain/expect-same-embedder.ts";
import type { Candidate, Hit, ListedChunk } from "../../../../domain/passage.ts";
import {
  type BothQuery,
  CHUNKS_PER_DOCUMENT,
  type ChunkPage,
  type DocumentKey,
  type ListedChunks,
  type SampledVectors,
  type VectorQuery,
} from "../../../../ports/vector-store.ts";
import { inSnapshot, rowOf, rowsOf } from "../records/database.ts";
import { recordedEmbedder } from "../records/recorded-embedder.ts";
import type { LoadedVectors } from "./loaded-vectors.ts";
import { cosineAt, type Found, scanChunks, scanDocuments } from "./scan.ts";
import { wordsSearch } from "./words-search.ts";

/**
 * What the searching thread does. Each operation sees one version of the database from its first read to its
 * last, and the vectors in memory are brought to that version first.
 */
export function passageSearch(database: DatabaseSync, loaded: LoadedVectors) {
  const ask = database.prepare("SELECT count(*) FROM sqlite_schema");
  const list = database.prepare(
    `SELECT document_id AS documentId, name AS documentName, type AS documentType, category, chunks, pages,
       size_bytes AS size, indexed_at AS indexedAt
     FROM documents WHERE user_id = ? ORDER BY indexed_at DESC, revision DESC`,
  );
  const passage = database.prepare(
    `SELECT chunks.id, document_id AS documentId, text AS chunkText, name AS documentName,
       type AS documentType, category, chunk_index AS chunkIndex, page_number AS pageNumber, section
     FROM chunks JOIN documents USING (document_id) WHERE document_id = ? AND position = ?`,
  );
  const recorded = recordedEmbedder(database);
  const searchWords = wordsSearch(database);
  const countChunks = database.prepare(
    "SELECT chunks AS total FROM documents WHERE document_id = ? AND user_id = ?",
  );
  const countAll = database.prepare(
    "SELECT coalesce(sum(chunks), 0) AS total FROM documents WHERE user_id = ?",
  );
  const pageOfChunks = database.prepare(
    `SELECT chunk_index AS chunkIndex, text AS chunkText, page_number AS pageNumber, section
     FROM chunks WHERE document_id = ? AND position >= ? ORDER BY position LIMIT ?`,
  );

  return {
    checkSearch: (): void => {
      ask.get();
    },

    listDocuments: ({ userId }: { userId: string }): Document[] => rowsOf<Document>(list, userId),

    listChunks: ({ document, page }: { document: DocumentKey; page: ChunkPage }): ListedChunks =>
      inSnapshot(database, () => {
        const { documentId, userId } = document;
        const total = rowOf<{ total: number }>(countChunks, documentId, userId)?.total;
        if (total === undefined) return { chunks: [], total: 0 };
        return { chunks: rowsOf<ListedChunk>(pageOfChunks, documentId, page.from, page.limit), total };
      }),

    countChunks: ({ userId }: { userId: string }): number =>
      rowOf<{ total: number }>(countAll, userId)?.total ?? 0,

    search: (query: VectorQuery): Hit[] =>
      inSnapshot(database, () => {
        expectSameEmbedder(recorded(), query.embedder);
        return scanChunks(loaded.current(query.userId), query).map(toHit);
      }),

    searchBoth: (query: BothQuery): Candidate[] =>
      inSnapshot(database, () => {
        expectSameEmbedder(recorded(), query.embedder);
        const vectors = loaded.current(query.userId);
        const { vector, meaning = null } = query;
        const candidates = new Map<string, Found & Omit<Candidate, keyof Hit>>();
        const add = (found: Found, places: Pick<Candidate, "byMeaning" | "byWords">) => {
          const document = vectors.documents.get(found.documentId);
          if (document === undefined) return;
          const near =
            meaning === null ? found.score : cosineAt(meaning, document, found.position, dimensions);
          candidates.set(keyOf(found), { ...found, ...places, meaning: near });
        };
        const { dimensions } = vectors;
        for (const [i, found] of scanChunks(vectors, query).entries()) {
          add(found, { byMeaning: { rank: i + 1, score: found.score }, byWords: null });
        }
        let rank = 0;
        for (const { document, position, score: wordScore } of searchWords(vectors, query)) {
          const score = cosineAt(vector, document, position, dimensions);
          if (score < query.scoreFloor) continue;
          const found = { documentId: document.documentId, position, score };
          const byWords = { rank: ++rank, score: wordScore };
          const known = candidates.get(keyOf(found));
          if (known !== undefined) known.byWords = byWords;
          else add(found, { byMeaning: null, byWords });
        }
        return [...candidates.values()].map(({ meaning, byMeaning, byWords, ...found }) => ({
          ...toHit(found),
          meaning,
          byMeaning,
          byWords,
        }));
      }),

    searchDocuments: (query: VectorQuery): Hit[][] =>
      inSnapshot(database, () => {
        expectSameEmbedder(recorded(), query.embedder);
        const vectors = loaded.current(query.userId);
        return scanDocuments(vectors, query, CHUNKS_PER_DOCUMENT).map((chunks) => chunks.map(toHit));
      }),

    firstVectors: ({ document, limit }: { document: DocumentKey; limit: number }): SampledVectors =>
      inSnapshot(database, () => {
        const { documents, dimensions } = loaded.current(document.userId);
        const found = documents.get(document.documentId);
        const embedder = recorded();
        if (found === undefined) return { vectors: [], embedder };
        const length = Math.max(0, Math.min(limit, found.count));
        const vectors = Array.from({ length }, (_, position) => {
          const start = (found.first + position) * dimensions;
          // A copy: a view of the segment would be posted with all of the segment.
          return found.segment.numbers.slice(start, start + dimensions);
        });
        return { vectors, embedder };
      }),
  };

  function toHit({ documentId, position, score }: Found): Hit {
    const row = rowOf<Omit<Hit, "score">>(passage, documentId, position);
    if (row === undefined) throw new Error(`Chunk ${position} of document ${documentId} is not stored`);
    return { ...row, score };
  }
}

function keyOf({ documentId, position }: Pick<Found, "documentId" | "position">): string {
  return `${documentId} ${position}`;
}
