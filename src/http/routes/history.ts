import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { idSchema } from "../../domain/id.ts";
import { ownId } from "../../domain/own-id.ts";
import { type Session, sessionSchema, sessionSummarySchema } from "../../domain/session.ts";
import type { Library } from "../../usecases/library.ts";
import {
  createSession,
  findSession,
  listSessions,
  removeSession,
  summarizeSessions,
  updateSession,
} from "../../usecases/sessions.ts";
import { ownerOf } from "../authenticate.ts";
import { BODIES } from "../bodies.ts";
import { deadlineOf, patienceOf, watched } from "../deadline.ts";
import { jsonOfList, jsonOfObject, sendJson } from "../json-pieces.ts";
import { answer, failures } from "../openapi.ts";

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
const oneSchema = z.object({ session: sessionSchema });
const listSchema = z.object({ sessions: z.array(sessionSchema) });
const summariesSchema = z.object({ sessions: z.array(sessionSummarySchema) });
const oneSession = answer("The session.", oneSchema, { session: EXAMPLE });

/** `/api/chat/history` */
export function historyRoutes(library: Library): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          tags,
          summary: "List chat sessions, or read one",
          description:
            "With `userId` at most 100 sessions of a user, most recently updated first; with `summary=true` without their messages. With `sessionId` that session alone, as `session`.",
          querystring: z
            .object({
              userId: idSchema
                .optional()
                .describe("Owner of the sessions. Needed for a list.")
                .meta({ example: "alice" }),
              sessionId: idSchema.optional().describe("Record ID of the one session to read."),
              summary: z
                .enum(["true", "false"])
                .default("false")
                .describe("`true` leaves the messages out of the list."),
            })
            .refine(({ userId, sessionId }) => userId !== undefined || sessionId !== undefined, {
              path: ["userId"],
              error: "is missing",
            }),
          response: {
            200: answer("The sessions, or the one.", z.union([listSchema, summariesSchema, oneSchema]), {
              sessions: [EXAMPLE],
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const { userId = "", sessionId, summary } = request.query;
        if (sessionId !== undefined) {
          const wanted = { sessionId, userId: ownerOf(request) ?? request.query.userId };
          return sendSession(reply, await findSession(library, wanted, deadlineOf(reply)));
        }
        if (summary === "true") {
          return { sessions: await summarizeSessions(library, userId, deadlineOf(reply)) };
        }
        const patience = patienceOf(reply, { whenSilent: silentDatabase });
        const sessions = watched(listSessions(library, userId, patience.signal), patience);
        return sendJson(reply, fieldOf("sessions", jsonOfList(eachInOrder(sessions))));
      },
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
        sendSession(
          reply,
          await createSession(library, { ...request.body, owner: ownerOf(request) }, deadlineOf(reply)),
        ),
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
        sendSession(
          reply,
          await updateSession(library, { ...request.body, owner: ownerOf(request) }, deadlineOf(reply)),
        ),
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
        const session = ownId(request.query.sessionId, ownerOf(request));
        await removeSession(library, session, deadlineOf(reply));
        await request.audit("session-deleted", request.query.sessionId);
        return { success: true as const };
      },
    );
  };
}

function silentDatabase(seconds: number): AppError {
  return new AppError("timed-out", `The sessions did not come within ${seconds} seconds`, {
    details: "Try again later",
  });
}

function sendSession(reply: FastifyReply, session: Session): Promise<FastifyReply> {
  return sendJson(reply, fieldOf("session", jsonOfObject(inOrder(session))));
}

async function* fieldOf(
  name: string,
  value: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  yield `{"${name}":`;
  yield* value;
  yield "}";
}

/** A session with its fields in the order in which every answer has them. */
function inOrder(session: Session): Session {
  const { $id, userId, title, messages, selectedDocument, selectedDocuments, createdAt, updatedAt } = session;
  const several = selectedDocuments === undefined ? {} : { selectedDocuments };
  return { $id, userId, title, messages, selectedDocument, ...several, createdAt, updatedAt };
}

async function* eachInOrder(sessions: AsyncIterable<Session>): AsyncGenerator<Session> {
  for await (const session of sessions) yield inOrder(session);
}
