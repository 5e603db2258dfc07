import { z } from "zod";
import { hitSchema } from "./passage.ts";

/** A passage that an answer was given from; `index` is its number in the prompt and in citations. */
export const sourceSchema = hitSchema
  .pick({
    documentId: true,
    documentName: true,
    documentType: true,
    score: true,
    chunkIndex: true,
    pageNumber: true,
    section: true,
    chunkText: true,
  })
  .extend({ index: z.number().int().min(1).describe("Number of the passage, from 1.") });

export type Source = z.infer<typeof sourceSchema>;

/** What a chat streams: `sources` at most once and first, then chunks. */
export type ChatEvent = { sources: Source[] } | { chunk: string };
