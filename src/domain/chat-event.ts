import { z } from "zod";
import { groundingSchema } from "./grounding/grounding.ts";
import { hitSchema } from "./passage.ts";

/** A passage that an answer was given from; `index` is its number in the prompt and in citations. */
const sourceSchema = hitSchema
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
  .extend({ index: z.number().int().min(1).describe("Number of the passage, from 1.") })
  .meta({ id: "Source" });

export type Source = z.infer<typeof sourceSchema>;

/** The passages that an answer is given from. */
export const sourcesEventSchema = z
  .object({
    sources: z.array(sourceSchema).describe("In the order in which the answer's citations number them."),
  })
  .meta({ id: "SourcesEvent", description: "Once and first, where passages were found." });

/** A piece of an answer. */
export const chunkEventSchema = z
  .object({ chunk: z.string().describe("All of them, one after the other, are the answer.") })
  .meta({ id: "ChunkEvent", description: "A piece of the answer, as soon as it is there." });

/** How far the passages bear an answer out. */
export const groundingEventSchema = z
  .object({ grounding: groundingSchema })
  .meta({ id: "GroundingEvent", description: "After the last piece, where the question asked for it." });

/** What a chat streams: `sources` at most once and first, then chunks, then `grounding` where it was asked for. */
export type ChatEvent =
  | z.infer<typeof sourcesEventSchema>
  | z.infer<typeof chunkEventSchema>
  | z.infer<typeof groundingEventSchema>;
