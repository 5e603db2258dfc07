import { z } from "zod";
import { categorySchema, type Document } from "../../domain/document.ts";
import { DIMENSIONS, type Hit, type ListedChunk, type Point } from "../../domain/passage.ts";
import type { IndexedDocument } from "../../ports/vector-store.ts";
import { WORDS_FIELD, type Worded } from "./words.ts";

/** True at points that nobody may see yet, or any more, whatever else they say. */
export const ARRIVING = "arriving";

/** True at one point of each version that a change under way adds or removes. */
export const UNSETTLED = "unsettled";

/** What such a mark consists of: that it is there, which change made it, and when that change was last heard of. */
export const MARK_FIELDS = [UNSETTLED, "unsettledBy", "unsettledSince"];

/** The mark of a change. */
export function markOf({ id, at }: { id: string; at: string }): Record<string, unknown> {
  return { [UNSETTLED]: true, unsettledBy: id, unsettledSince: at };
}

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

/** A found point by its score alone, whatever that counts. */
export const scoredSchema: z.ZodType<{ id: string; score: number }> = hitSchema.pick({
  id: true,
  score: true,
});

const firstChunkSchema = labelSchema.extend({
  documentChunks: z.number().int().nullable().catch(null),
  documentPages: z.number().int().nullable().catch(null),
  documentSize: z.number().int().catch(0),
  indexedAt: z.string().catch(new Date(0).toISOString()),
});

/** The first chunk of a document, as the document; `chunks` is null where nothing says how many there are. */
export const listedSchema = z
  .object({ payload: firstChunkSchema })
  .transform(({ payload }) => toDocument(payload));

/** The payload fields that a document of anybody is made of. */
export const ARCHIVED_FIELDS = [...DOCUMENT_FIELDS, "userId", "indexVersion"];

/** The same with its owner and its version, null where it carries none. */
export const archivedSchema = z
  .object({
    payload: firstChunkSchema.extend({
      userId: z.string().catch(""),
      indexVersion: z.string().nullable().catch(null),
    }),
  })
  .transform(({ payload: { userId, indexVersion, ...payload } }) => ({
    ...toDocument(payload),
    userId,
    indexVersion,
  }));

function toDocument(payload: z.infer<typeof firstChunkSchema>): ListedDocument {
  const { documentChunks, documentPages, documentSize, indexedAt, ...labels } = payload;
  return { ...labels, chunks: documentChunks, pages: documentPages, size: documentSize, indexedAt };
}

type ListedDocument = Omit<Document, "chunks"> & { chunks: number | null };

/** One point of a version, which stands for the whole of it. */
export interface Head {
  pointId: string | number;
  documentId: string;
  userId: string;
  /** Null where the points carry none. */
  indexVersion: string | null;
  generation: string | null;
  isArriving: boolean;
  /** How many chunks the version has; one where the points do not say. */
  chunks: number;
}

/** The payload fields that a head is made of. */
export const HEAD_FIELDS = ["documentId", "userId", "indexVersion", "generation", "documentChunks", ARRIVING];

const headPayloadSchema = z.object({
  documentId: z.string().catch(""),
  userId: z.string().catch(""),
  indexVersion: z.string().nullable().catch(null),
  generation: z.string().nullable().catch(null),
  documentChunks: z.number().int().catch(1),
  [ARRIVING]: z.boolean().catch(false),
});

/** A point as the head of its version. */
export const headSchema: z.ZodType<Head> = z
  .object({ id: z.union([z.string(), z.number()]), payload: headPayloadSchema })
  .transform(({ id: pointId, payload: { arriving: isArriving, documentChunks: chunks, ...payload } }) => ({
    ...payload,
    ...{ pointId, isArriving, chunks },
  }));

/** A marked point with its mark. */
export interface MarkedHead extends Head {
  changeId: string;
  since: string;
}

export const markedSchema: z.ZodType<MarkedHead> = z
  .object({
    id: z.union([z.string(), z.number()]),
    payload: headPayloadSchema.extend({
      unsettledBy: z.string().catch(""),
      unsettledSince: z.string().catch(""),
    }),
  })
  .transform(({ id, payload: { unsettledBy: changeId, unsettledSince: since, ...payload } }) => ({
    ...headSchema.parse({ id, payload }),
    changeId,
    since,
  }));

/** A stored vector with the index of its chunk. */
export const vectorSchema = z.object({
  payload: z.object({ chunkIndex: z.number().int() }),
  vector: z
    .array(z.number())
    .length(DIMENSIONS)
    .transform((numbers) => Float32Array.from(numbers)),
});

/** A document whose points are about to be written, with the generation that they belong to, and when that is. */
export type WrittenDocument = IndexedDocument & { generation: string | null; at: string };

/** A stored point as it was written. */
export const pointSchema: z.ZodType<Point> = z
  .object({
    id: z.union([z.string(), z.number().transform(String)]),
    payload: textSchema.extend({
      part: z.number().int().catch(0),
      start: z.number().int().nullable().catch(null),
      end: z.number().int().nullable().catch(null),
    }),
    vector: vectorSchema.shape.vector,
  })
  .transform(({ id, vector, payload: { chunkText: text, start, end, ...chunk } }) => ({
    id,
    vector,
    chunk: { ...chunk, text, start: start ?? 0, end: end ?? text.length },
  }));

/** Points of one document, as they are sent: all of them arriving, and the first one with the mark of the change. */
export function toWrittenPoints(document: WrittenDocument, points: readonly Point[]): WrittenPoint[] {
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
  /** What its words are made of. */
  worded: Worded;
  bytes: number;
}

const BYTES_PER_NUMBER = 24;
/** Every character may have to be escaped, and may begin a word, which is sent once more as two numbers. */
const BYTES_PER_CHARACTER = 6 + 18;
const BYTES_OF_LABELS = 4_096;

function toWrittenPoint(document: WrittenDocument, point: Point, countedChunks: number): WrittenPoint {
  const { documentId, userId, documentName, documentType, category, indexVersion, generation, at } = document;
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
      ...(generation === null ? {} : { generation }),
      [ARRIVING]: true,
      ...(countedChunks > 0 ? { ...ofDocument, ...markOf({ id: indexVersion, at }) } : {}),
    },
    worded: { text, section },
    bytes: bytesOf(point.vector, text),
  };
}

/** The payload fields that the words of a point are made of. */
export const WORDED_FIELDS = ["chunkText", "section"];

/** A stored point with what its words are made of. */
export const wordedSchema = z
  .object({ id: z.union([z.string(), z.number()]), payload: textSchema })
  .transform(({ id, payload: { chunkText: text, section } }) => ({ id, worded: { text, section } }));

/** A stored point with all that it carries, under another id, in another version and with another vector. */
export function toStagedPoint(point: CopiedPoint, staged: StagedPoint): WrittenPoint {
  const { payload, chunkText, section } = point;
  const { id, vector, at, ...fields } = staged;
  const isCopied = (key: string) => ![...MARK_FIELDS, WORDS_FIELD].includes(key);
  const copied = Object.fromEntries(Object.entries(payload).filter(([key]) => isCopied(key)));
  return {
    id,
    vector,
    payload: {
      ...copied,
      ...fields,
      [ARRIVING]: true,
      ...(at === null ? {} : markOf({ id: fields.indexVersion, at })),
    },
    worded: { text: chunkText, section },
    bytes: bytesOf(vector, chunkText),
  };
}

interface StagedPoint {
  id: string;
  vector: Float32Array;
  indexVersion: string;
  generation: string;
  /** When the mark of the change is made that this point carries; null where it carries none. */
  at: string | null;
}

/** A stored point as a copy is made of it. */
export const copiedSchema = z
  .object({ payload: z.record(z.string(), z.unknown()) })
  .transform(({ payload }) => ({ payload, ...textSchema.parse(payload) }));

type CopiedPoint = z.infer<typeof copiedSchema>;

function bytesOf(vector: Float32Array, text: string): number {
  return vector.length * BYTES_PER_NUMBER + text.length * BYTES_PER_CHARACTER + BYTES_OF_LABELS;
}
