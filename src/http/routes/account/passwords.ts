import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { signInSchema } from "../../../domain/account.ts";
import { idSchema } from "../../../domain/id.ts";
import type { AccountParts } from "../../../usecases/accounts.ts";
import { changePassword, endSignIn, listSignIns } from "../../../usecases/sign-in.ts";
import { callerOf } from "../../authenticate.ts";
import { BODIES } from "../../bodies.ts";
import { deadlineOf } from "../../deadline.ts";
import { answer, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";

const tags = ["Account"];
const PATH = "/api/account/sign-ins";

const listedSchema = signInSchema.extend({
  isThisOne: z.boolean().describe("Whether this request came from it."),
});

/** The caller's own password, and the browsers that it is signed in with. */
export function passwordRoutes(accounts: AccountParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/api/account/password",
      {
        config: { audience: "people" },
        schema: {
          tags,
          summary: "Change the password",
          description: "Every other browser of the user is signed out by it.",
          body: BODIES["POST /api/account/password"],
          response: {
            200: answer("Changed.", successSchema, { success: true, message: "The password is changed" }),
            ...failures(400, 413, 500, 503),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        await changePassword(accounts, { caller, ...request.body }, deadlineOf(reply));
        await request.audit("password-changed", null);
        return { success: true as const, message: "The password is changed; other browsers are signed out" };
      },
    );

    app.get(
      PATH,
      {
        config: { audience: "people" },
        schema: {
          tags,
          summary: "List signed-in browsers",
          description: "The browsers in which the user is signed in, the latest seen first.",
          response: {
            200: answer("The browsers.", z.object({ signIns: z.array(listedSchema) }), { signIns: [] }),
            ...failures(500),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const signIns = await listSignIns(accounts, caller, deadlineOf(reply));
        return {
          signIns: signIns.map((signIn) => ({ ...signIn, isThisOne: signIn.signInId === caller.signInId })),
        };
      },
    );

    app.delete(
      PATH,
      {
        config: { audience: "people" },
        schema: {
          tags,
          summary: "Sign a browser out",
          description: "One of the user's own.",
          querystring: z.object({ signInId: idSchema.describe("Which one.") }),
          response: {
            200: answer("Signed out.", successSchema, { success: true, message: "Signed out" }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const { signInId } = request.query;
        await endSignIn(accounts, { caller: callerOf(request), signInId }, deadlineOf(reply));
        await request.audit("sign-out", signInId);
        return { success: true as const, message: "Signed out" };
      },
    );
  };
}
