import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { accountSchema, invitationSchema } from "../../domain/account.ts";
import { idSchema } from "../../domain/id.ts";
import {
  type AccountParts,
  endInvitation,
  invite,
  listAccounts,
  listInvitations,
} from "../../usecases/accounts.ts";
import { removeOther, type UserParts } from "../../usecases/remove-user.ts";
import { callerOf } from "../authenticate.ts";
import { BODIES } from "../bodies.ts";
import { deadlineOf } from "../deadline.ts";
import { answer, failures } from "../openapi.ts";
import { successSchema } from "../schemas.ts";

const tags = ["Users"];
const PATH = "/api/users";
const config = { audience: "owner" } as const;

const EXAMPLE_INVITATION = {
  invitationId: "19a8c3d2f10b4e5a6ca0",
  createdAt: "2026-11-01T09:30:00.000Z",
  expiresAt: "2026-11-08T09:30:00.000Z",
};
const listedSchema = z.object({ users: z.array(accountSchema), invitations: z.array(invitationSchema) });
const invitedSchema = z.object({
  invitation: invitationSchema,
  path: z.string().describe("What follows the address of the service in the link. It is never shown again."),
});

const removedSchema = successSchema.extend({
  removed: z.object({
    account: z.boolean().describe("Whether there was an account."),
    signIns: z.number().int().describe("Browsers that were signed in."),
    keys: z.number().int().describe("Keys of programs."),
    sessions: z.number().int().describe("Chat sessions."),
    jobs: z.number().int().describe("Indexing jobs."),
    files: z.number().int().describe("Stored files."),
    documents: z.number().int().describe("Documents that had passages."),
    pins: z.number().int().describe("Chat sessions that a document was pinned to."),
  }),
});

/** `/api/users`: whom the owner of the service lets in. */
export function userRoutes(accounts: AccountParts, parts: UserParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.delete(
      PATH,
      {
        config,
        schema: {
          tags,
          summary: "Remove a user with everything of theirs",
          description:
            "Removes the account, its browsers and keys, and then every session, file and document. Where the time is not enough, the same request goes on from there.",
          querystring: z.object({ userId: idSchema.describe("Whom to remove.") }),
          response: {
            200: answer("What was removed.", removedSchema, {
              success: true,
              removed: {
                ...{ account: true, signIns: 1, keys: 0 },
                ...{ sessions: 12, jobs: 3, files: 3, documents: 3, pins: 0 },
              },
              message: "The user is removed",
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const { userId } = request.query;
        const removed = await removeOther(parts, { caller: callerOf(request), userId }, deadlineOf(reply));
        await request.audit("account-removed", userId);
        return { success: true as const, removed, message: "The user is removed" };
      },
    );

    app.get(
      PATH,
      {
        config,
        schema: {
          tags,
          summary: "List users and invitations",
          description: "For the owner of the service.",
          response: {
            200: answer("Everybody with an account, and open invitations.", listedSchema, {
              users: [
                { userId: "alice", name: "Alice", isOwner: true, createdAt: "2026-11-01T09:30:00.000Z" },
              ],
              invitations: [EXAMPLE_INVITATION],
            }),
            ...failures(500),
          },
        },
      },
      async (request, reply) => {
        const signal = deadlineOf(reply);
        const caller = callerOf(request);
        return {
          users: await listAccounts(accounts, caller, signal),
          invitations: await listInvitations(accounts, caller, signal),
        };
      },
    );

    app.post(
      `${PATH}/invitations`,
      {
        config,
        schema: {
          tags,
          summary: "Invite somebody",
          description: "Gives a link by which one person makes an account, within seven days.",
          body: BODIES["POST /api/users/invitations"],
          response: {
            200: answer("The invitation, this once.", invitedSchema, {
              invitation: EXAMPLE_INVITATION,
              path: "/join#…",
            }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        reply.header("Cache-Control", "no-store");
        const { invitation, token } = await invite(accounts, callerOf(request), deadlineOf(reply));
        await request.audit("invitation-created", invitation.invitationId);
        // After the #, so that no log of any server ever holds it.
        return { invitation, path: `/join#${token}` };
      },
    );

    app.delete(
      `${PATH}/invitations`,
      {
        config,
        schema: {
          tags,
          summary: "Take an invitation back",
          description: "Nobody can make an account by it any more.",
          querystring: z.object({ invitationId: idSchema.describe("Which one.") }),
          response: {
            200: answer("Taken back.", successSchema, {
              success: true,
              message: "The invitation is taken back",
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const { invitationId } = request.query;
        await endInvitation(accounts, { caller: callerOf(request), invitationId }, deadlineOf(reply));
        await request.audit("invitation-removed", invitationId);
        return { success: true as const, message: "The invitation is taken back" };
      },
    );
  };
}
