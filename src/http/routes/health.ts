import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { healthSchema } from "../../domain/health.ts";
import { checkHealth } from "../../usecases/check-health.ts";
import type { Library } from "../../usecases/library.ts";
import { deadlineOf } from "../deadline.ts";
import { answer } from "../openapi.ts";

const answerSchema = healthSchema.extend({ version: z.string() });

/** `/api/health` */
export function healthRoutes(library: Library, version: string): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/api/health",
      {
        config: { audience: "everybody" },
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
