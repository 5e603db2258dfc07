import { z } from "zod";
import { categorySchema, type Document } from "../../domain/document.ts";
import { DIMENSIONS, type Hit, type Point } from "../../domain/passage.ts";
import type { IndexedDocument, ListedChunk } from "../../ports/vector-store.ts";

/** The payload fields that a chunk is made of. */
export const CHUNK_FIELDS = ["chunkText", "chunkIndex", "pageNumber", "section"];

/** The payload fields that a search result is made of. */
export const HIT_FIELDS = ["documentId", "documentName", "documentType", "category", ...CHUNK_FIELDS];

/** The payload fields that a list of documents is made of. The last four stand only at a document's first chunk. */
export const DOCUMENT_FIELDS = [
  "documentId",
  "documentName",
  "documentType",
  "category",
  "documentChunks",
  "documentPages",
  "documentSize",
  "indexedAt",
];

// Points may have been written by something else: what it left out has a default, what search needs has none.
const labelSchema = z.object({
  documentId: z.string(),
  documentName: z.string().catch(""),
  documentType: z.string().catch("FILE"),
  category: categorySchema.catch("General"),
});

const textSchema = z.object({
  chunkText: z.string().catch(""),
  chunkIndex: z.number().int().catch(0),
  pageNumber: z.number().nullable().catch(null),
  section: z.string().nullable().catch(null),
});

const hitSchema = z.object({
  id: z.union([z.string(), z.number().transform(String)]),
  score: z.number(),
  payload: labelSchema.extend(textSchema.shape),
});

/** A point as a chunk of its document. */
export const chunkSchema: z.ZodType<ListedChunk> = z
  .object({ payload: textSchema })
  .transform(({ payload }) => payload);

/** A found point, as a hit. */
export const foundSchema: z.ZodType<Hit> = hitSchema.transform(({ id, score, payload }) => ({
  id,
  score: Math.min(1, Math.max(-1, score)),
  ...payload,
}));

/** The first chunk of a document, as the document; `chunks` is null where nothing says how many there are. */
export const listedSchema = z
  .object({
    payload: labelSchema.extend({
      documentChunks: z.number().int().nullable().catch(null),
      documentPages: z.number().int().nullable().catch(null),
      documentSize: z.number().int().catch(0),
      indexedAt: z.string().catch(new Date(0).toISOString()),
    }),
  })
  .transform(({ payload: { documentChunks, documentPages, documentSize, indexedAt, ...labels } }) => ({
    ...labels,
    chunks: documentChunks,
    pages: documentPages,
    size: documentSize,
    indexedAt,
  }));

export type ListedDocument = Omit<Document, "chunks"> & { chunks: number | null };

/** A stored vector with the index of its chunk. */
export const vectorSchema = z.object({
  payload: z.object({ chunkIndex: z.number().int() }),
  vector: z
    .array(z.number())
    .length(DIMENSIONS)
    .transform((numbers) => Float32Array.from(numbers)),
});

/** Points of one document, as they are sent. */
export function toWrittenPoints(document: IndexedDocument, points: readonly Point[]): WrittenPoint[] {
  const ordered = points.toSorted((a, b) => a.chunk.chunkIndex - b.chunk.chunkIndex);
  return ordered.map((point, position) =>
    toWrittenPoint(document, point, position === 0 ? points.length : 0),
  );
}

/** A point ready to be sent, and about how many bytes it takes. */
export interface WrittenPoint {
  id: string;
  vector: Float32Array;
  payload: Record<string, unknown>;
  bytes: number;
}

const BYTES_PER_NUMBER = 24;
const BYTES_PER_CHARACTER = 6;
const BYTES_OF_LABELS = 4_096;

function toWrittenPoint(document: IndexedDocument, point: Point, countedChunks: number): WrittenPoint {
  const { documentId, userId, documentName, documentType, category, indexVersion } = document;
  const { text, chunkIndex, pageNumber, section, part, start, end } = point.chunk;
  const ofDocument = {
    documentChunks: countedChunks,
    documentPages: document.pages,
    documentSize: document.size,
    indexedAt: document.indexedAt,
  };
  return {
    id: point.id,
    vector: point.vector,
    payload: {
      documentId,
      userId,
      documentName,
      documentType,
      category,
      chunkText: text,
      chunkIndex,
      pageNumber,
      section,
      indexVersion,
      part,
      start,
      end,
      ...(countedChunks > 0 ? ofDocument : {}),
    },
    bytes: point.vector.length * BYTES_PER_NUMBER + text.length * BYTES_PER_CHARACTER + BYTES_OF_LABELS,
  };
}
