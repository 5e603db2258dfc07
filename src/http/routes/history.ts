import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { idSchema } from "../../domain/id.ts";
import { type Session, sessionSchema } from "../../domain/session.ts";
import type { Library } from "../../usecases/library.ts";
import { createSession, listSessions, removeSession, updateSession } from "../../usecases/sessions.ts";
import { BODIES } from "../bodies.ts";
import { deadlineOf } from "../deadline.ts";
import { answer, failures } from "../openapi.ts";
import { sendSession } from "../send-session.ts";

const PATH = "/api/chat/history";
const tags = ["Chat sessions"];
const EXAMPLE: Session = {
  $id: "19a8c3d2f10b4e5a6c7d",
  userId: "alice",
  title: "Notice periods",
  messages: '[{"role":"user","content":"How much notice do I have to give?"}]',
  selectedDocument: null,
  createdAt: "2026-11-01T09:30:00.000Z",
  updatedAt: "2026-11-01T09:31:12.000Z",
};
const oneSession = answer("The session.", z.object({ session: sessionSchema }), { session: EXAMPLE });

/** `/api/chat/history` */
export function historyRoutes(library: Library): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          tags,
          summary: "List chat sessions",
          description: "At most 100 sessions of a user, most recently updated first.",
          querystring: z.object({
            userId: idSchema.describe("Owner of the sessions.").meta({ example: "alice" }),
          }),
          response: {
            200: answer("The sessions.", z.object({ sessions: z.array(sessionSchema) }), {
              sessions: [EXAMPLE],
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => ({
        sessions: await listSessions(library, request.query.userId, deadlineOf(reply)),
      }),
    );

    app.post(
      PATH,
      {
        schema: {
          tags,
          summary: "Create a chat session",
          description: "Keeps a conversation under a new ID.",
          body: BODIES["POST /api/chat/history"],
          response: { 200: oneSession, ...failures(400, 413, 500) },
        },
      },
      async (request, reply) =>
        sendSession(reply, await createSession(library, request.body, deadlineOf(reply))),
    );

    app.put(
      PATH,
      {
        schema: {
          tags,
          summary: "Update a chat session",
          description: "Only the fields that are present change.",
          body: BODIES["PUT /api/chat/history"],
          response: { 200: oneSession, ...failures(400, 413, 500) },
        },
      },
      async (request, reply) =>
        sendSession(reply, await updateSession(library, request.body, deadlineOf(reply))),
    );

    app.delete(
      PATH,
      {
        schema: {
          tags,
          summary: "Delete a chat session",
          description: "For good. An unknown session is a 500.",
          querystring: z.object({
            sessionId: idSchema
              .describe("Record ID of the session.")
              .meta({ example: "19a8c3d2f10b4e5a6c7d" }),
          }),
          response: {
            200: answer("The session is gone.", z.object({ success: z.literal(true) }), { success: true }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        await removeSession(library, request.query.sessionId, deadlineOf(reply));
        return { success: true as const };
      },
    );
  };
}
