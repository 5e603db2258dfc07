import { z } from "zod";

const stateSchema = z.enum(["ok", "down"]);

/** How the service is, and each of the backends behind its ports. */
export const healthSchema = z.object({
  status: z.enum(["ok", "degraded"]).describe("`degraded` when a backend does not work."),
  backends: z
    .record(
      z.string(),
      z.object({
        backend: z.string().describe("What serves this port."),
        state: stateSchema,
        reason: z.string().optional().describe("Why it is down."),
        nodes: z
          .record(z.string(), stateSchema)
          .optional()
          .describe("Where several machines serve it: which of them answer."),
      }),
    )
    .describe("The state of each port's backend."),
  words: z
    .object({
      done: z.number().int().optional().describe("How many documents have their words."),
      total: z.number().int().optional(),
      reason: z.string().optional().describe("Why there can be none, and what would help."),
    })
    .optional()
    .describe("Present while documents are found by meaning alone, because their words are not indexed."),
});

export type Health = z.infer<typeof healthSchema>;
export type BackendState = Health["backends"][string];
