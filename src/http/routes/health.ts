import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { checkHealth } from "../../usecases/check-health.ts";
import type { Library } from "../../usecases/library.ts";
import { deadlineOf } from "../deadline.ts";
import { answer } from "../openapi.ts";

const answerSchema = z.object({
  status: z.enum(["ok", "degraded"]).describe("`degraded` when a backend does not work."),
  version: z.string(),
  backends: z
    .record(
      z.string(),
      z.object({
        backend: z.string().describe("What serves this port."),
        state: z.enum(["ok", "down"]),
        reason: z.string().optional().describe("Why it is down."),
        nodes: z
          .record(z.string(), z.enum(["ok", "down"]))
          .optional()
          .describe("Where several machines serve it: which of them answer."),
      }),
    )
    .describe("The state of each port's backend."),
});

/** `/api/health` */
export function healthRoutes(library: Library, version: string): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/api/health",
      {
        schema: {
          tags: ["Service"],
          summary: "State of the service",
          description: "Answers as long as the service lives, with the state of each of its backends.",
          response: {
            200: answer("The service lives.", answerSchema, {
              status: "ok",
              version: "0.1.0",
              backends: { vectors: { backend: "embedded", state: "ok" } },
            }),
          },
        },
      },
      async (_request, reply) => ({ version, ...(await checkHealth(library, deadlineOf(reply))) }),
    );
  };
}
