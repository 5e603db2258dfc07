import { z } from "zod";

/** How far an indexing is: `done` of `total` in its stage (pages, chunks, or the one step it consists of). */
export const indexProgressSchema = z
  .object({
    stage: z
      .enum(["waiting", "reading", "embedding", "storing"])
      .describe("`waiting` for its turn, `reading` the file, `embedding` its chunks, or `storing` them."),
    done: z.number().int().describe("How much of the stage is done: pages, chunks, or its one step."),
    total: z.number().int().describe("How much there is to do in the stage."),
  })
  .meta({ id: "IndexProgress", description: "How far the work is; one event after the other." });

export type IndexProgress = z.infer<typeof indexProgressSchema>;
