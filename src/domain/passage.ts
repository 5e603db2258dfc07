import { z } from "zod";
import { categorySchema } from "./document.ts";
import { idSchema } from "./id.ts";

/** How many numbers every embedding has. */
export const DIMENSIONS = 768;

/**
 * A document's text as a reader found it. `parts` are in reading order; a chunk never crosses from one
 * part into the next, so that a page number or a section is right for all of a chunk.
 */
export interface ExtractedText {
  /** `markdown` is split at its headers, `plain` is not. */
  syntax: "plain" | "markdown";
  parts: TextPart[];
  /** How many pages or slides the document has, null where its format knows none. */
  pages: number | null;
}

/** A run of text with one page number and one section. */
export interface TextPart {
  text: string;
  pageNumber: number | null;
  /** Path of the headers above it, `Guide > Install`. */
  section: string | null;
  /** The tables in the text, in order and apart from each other; absent where it holds none. */
  tables?: TextTable[];
}

/**
 * Lines of a part that are the rows of a table, from `start` to `end`, the header's own line included. Every chunk
 * that begins below the header is given it in front. Whoever builds parts with a section builder gets this from
 * `openTable` and `closeTable`.
 */
export interface TextTable {
  start: number;
  end: number;
  /** The names of the columns as one line. */
  header: string;
}

/**
 * A piece of a document. The last `end - start` characters of its text are exactly `part.text.slice(start, end)` of
 * the part that it was cut from; what stands before them is the header of the table in which the piece begins.
 */
export interface Chunk {
  chunkIndex: number;
  text: string;
  pageNumber: number | null;
  section: string | null;
  part: number;
  start: number;
  end: number;
}

/** A document as it leaves its reader: cut into chunks, because a text as a whole may be too much to hold twice. */
export interface CutDocument {
  chunks: Chunk[];
  /** How its text begins; enough of it to tell what kind of document it is. */
  opening: string;
  /** How many pages or slides the document has, null where its format knows none. */
  pages: number | null;
}

/** A chunk with its id and its vector, ready to be stored. */
export interface Point {
  id: string;
  chunk: Chunk;
  vector: Float32Array;
}

/** A stored chunk that a search found. */
export const hitSchema = z
  .object({
    id: z.string().describe("Point ID, a UUID."),
    score: z.number().describe("Cosine similarity."),
    documentId: idSchema.describe("File ID."),
    chunkText: z.string().describe("Text of the chunk."),
    documentName: z.string().describe("File name."),
    documentType: z.string().describe("File type label."),
    category: categorySchema,
    chunkIndex: z.number().int().describe("Index of the chunk in the document."),
    pageNumber: z.number().nullable(),
    section: z.string().nullable(),
  })
  .meta({ id: "Passage" });

export type Hit = z.infer<typeof hitSchema>;

/** Where a chunk stands in one way of searching, from 1, and by what. */
export interface Place {
  rank: number;
  score: number;
}

/** A hit, and where it stands by meaning and by words; null where it is not among the best. */
export interface Candidate extends Hit {
  /** How near it is to the question by meaning alone; its score where that is the same. */
  meaning: number;
  byMeaning: Place | null;
  byWords: Place | null;
}

const ofDocument = { documentId: true, documentName: true, documentType: true, category: true } as const;

/** The hits of one document, best chunk first. */
export const documentHitsSchema = hitSchema
  .pick(ofDocument)
  .extend({
    maxScore: z.number().describe("Best chunk score of the document."),
    chunks: z.array(hitSchema.pick({ chunkIndex: true, chunkText: true, score: true })),
  })
  .meta({ id: "DocumentHits" });

export type DocumentHits = z.infer<typeof documentHitsSchema>;

/** A document that resembles another, with the chunks that show it. */
export const recommendationSchema = hitSchema
  .pick({ ...ofDocument, score: true })
  .extend({ matchingChunks: z.array(z.object({ text: z.string(), score: z.number() })) })
  .meta({ id: "Recommendation" });

export type Recommendation = z.infer<typeof recommendationSchema>;

/** A piece of a document's text as its chunks are listed. */
export const listedChunkSchema = hitSchema
  .pick({ chunkIndex: true, chunkText: true, pageNumber: true, section: true })
  .meta({ id: "Chunk" });

export type ListedChunk = z.infer<typeof listedChunkSchema>;
