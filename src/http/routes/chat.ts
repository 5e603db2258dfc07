import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { chunkEventSchema, groundingEventSchema, sourcesEventSchema } from "../../domain/chat-event.ts";
import { DEFAULT_TITLE } from "../../domain/session.ts";
import { answerQuestion } from "../../usecases/answer-question.ts";
import type { Library } from "../../usecases/library.ts";
import { nameSession } from "../../usecases/name-session.ts";
import { ownerOf } from "../authenticate.ts";
import { BODIES } from "../bodies.ts";
import { deadlineOf } from "../deadline.ts";
import { errorSchema, reportFailure } from "../errors.ts";
import { answer, eventStream, failures } from "../openapi.ts";
import { sendEvents } from "../sse.ts";

const tags = ["Chat"];

const chatStream = eventStream(
  "ChatEvent",
  [sourcesEventSchema, chunkEventSchema, groundingEventSchema],
  [
    {
      sources: [
        {
          index: 1,
          documentId: "19a8c3d2f10b4e5a6c7d",
          documentName: "lease.pdf",
          documentType: "PDF",
          score: 0.71,
          chunkIndex: 4,
          pageNumber: 2,
          section: null,
          chunkText: "The tenant may end the lease with three months' notice.",
        },
      ],
    },
    { chunk: "Three months " },
    { chunk: "[1]." },
    "[DONE]",
  ],
);

/** `/api/chat` */
export function chatRoutes(library: Library): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/api/chat",
      {
        config: { onlyReads: true, cost: 10 },
        schema: {
          tags,
          summary: "Ask a question",
          description:
            "Streams the answer as Server-Sent Events: `sources` once and first where passages were found, then `chunk` events, then `grounding` where it was asked for, then `[DONE]`. A failure is an `error` event before `[DONE]`.",
          body: BODIES["POST /api/chat"],
          response: {
            200: {
              description: "The answer as a stream of events.",
              content: { "text/event-stream": chatStream },
            },
            ...failures(400, 413, 503),
          },
        },
      },
      async (request, reply) => {
        const { useRAG, userId, ...rest } = request.body;
        const question = { ...rest, userId, owner: ownerOf(request), useRetrieval: useRAG };
        await sendEvents(reply, await answerQuestion(library, question, deadlineOf(reply)), "[DONE]");
      },
    );

    app.post(
      "/api/chat/generate-title",
      {
        config: { onlyReads: true, cost: 10 },
        schema: {
          tags,
          summary: "Name a conversation",
          description:
            "A title of at most 5 words and 50 characters from the first three messages by the user.",
          body: BODIES["POST /api/chat/generate-title"],
          response: {
            200: answer("The title.", z.object({ title: z.string() }), { title: "Notice period of lease" }),
            ...failures(400, 413),
            500: answer(
              "The model failed; the title is `New Chat`.",
              errorSchema.extend({ title: z.string() }),
              {
                error: "The model does not answer",
                title: DEFAULT_TITLE,
              },
            ),
          },
        },
      },
      async (request, reply) => {
        try {
          return { title: await nameSession(library, request.body.messages, deadlineOf(reply)) };
        } catch (error) {
          const { message, details } = reportFailure(request, error);
          return reply.code(500).send({ error: message, details, title: DEFAULT_TITLE });
        }
      },
    );
  };
}
