import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type ApiKey, apiKeySchema } from "../../domain/api-key.ts";
import { idSchema } from "../../domain/id.ts";
import { endKey, type KeyParts, listKeys, makeKey } from "../../usecases/api-keys.ts";
import { callerOf } from "../authenticate.ts";
import { BODIES } from "../bodies.ts";
import { deadlineOf } from "../deadline.ts";
import { answer, failures } from "../openapi.ts";
import { successSchema } from "../schemas.ts";

const tags = ["Account"];
const PATH = "/api/keys";

const EXAMPLE: ApiKey = {
  keyId: "19a8c3d2f10b4e5a6c90",
  userId: "alice",
  label: "nightly upload",
  access: "write",
  createdAt: "2026-11-01T09:30:00.000Z",
  expiresAt: null,
  lastUsedAt: null,
};
const madeSchema = z.object({
  key: apiKeySchema,
  secret: z.string().describe("What programs send. It is never shown again."),
});

/** `/api/keys`: the keys by which programs act for the caller. */
export function keyRoutes(keys: KeyParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      PATH,
      {
        config: { audience: "people" },
        schema: {
          tags,
          summary: "List keys",
          description: "The user's own, the latest first.",
          response: {
            200: answer("The keys.", z.object({ keys: z.array(apiKeySchema) }), { keys: [EXAMPLE] }),
            ...failures(500),
          },
        },
      },
      async (request, reply) => ({ keys: await listKeys(keys, callerOf(request), deadlineOf(reply)) }),
    );

    app.post(
      PATH,
      {
        config: { audience: "people" },
        schema: {
          tags,
          summary: "Make a key",
          description:
            "A program that sends it as `Authorization: Bearer carrel_…` acts for the user. A key can neither make keys nor change the account.",
          body: BODIES["POST /api/keys"],
          response: {
            200: answer("The key, this once.", madeSchema, { key: EXAMPLE, secret: "carrel_…" }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        reply.header("Cache-Control", "no-store");
        const made = await makeKey(keys, { caller: callerOf(request), ...request.body }, deadlineOf(reply));
        await request.audit("key-created", made.key.keyId);
        return made;
      },
    );

    app.delete(
      PATH,
      {
        config: { audience: "people" },
        schema: {
          tags,
          summary: "End a key",
          description: "From now on nobody is let in by it.",
          querystring: z.object({ keyId: idSchema.describe("Which one.") }),
          response: {
            200: answer("The key is ended.", successSchema, { success: true, message: "The key is ended" }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const { keyId } = request.query;
        await endKey(keys, { caller: callerOf(request), keyId }, deadlineOf(reply));
        await request.audit("key-removed", keyId);
        return { success: true as const, message: "The key is ended" };
      },
    );
  };
}
