import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { categorySchema } from "../../../domain/document.ts";
import { idSchema } from "../../../domain/id.ts";
import { type IndexProgress, indexProgressSchema } from "../../../domain/index-progress.ts";
import { type IndexedResult, type IndexRequest, indexDocument } from "../../../usecases/index-document.ts";
import type { Library } from "../../../usecases/library.ts";
import { BODIES } from "../../bodies.ts";
import { deadlineOf, INDEX_LIMIT_MS } from "../../deadline.ts";
import { eventStream, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";
import { sendEvents } from "../../sse.ts";

const answerSchema = successSchema
  .extend({
    documentId: idSchema.describe("Echo of the file ID."),
    documentName: z.string().describe("The file name as stored."),
    chunks: z.number().int().describe("Number of chunks indexed."),
    category: categorySchema,
  })
  .meta({ id: "IndexedDocument", description: "What became of the file." });

const EXAMPLE_ANSWER: z.output<typeof answerSchema> = {
  success: true,
  documentId: "19a8c3d2f10b4e5a6c7d",
  documentName: "lease.pdf",
  chunks: 42,
  category: "Legal",
  message: "Indexed lease.pdf as 42 chunks",
};

const indexStream = eventStream(
  "IndexEvent",
  [indexProgressSchema, answerSchema],
  [{ stage: "embedding", done: 8, total: 42 }, EXAMPLE_ANSWER],
);

/** `POST /api/documents/index` */
export function indexRoute(library: Library): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/api/documents/index",
      {
        schema: {
          tags: ["Documents"],
          summary: "Index a stored file",
          description:
            "Reads the file, cuts its text into chunks, embeds them and puts them in the place of those indexed before. With `Accept: text/event-stream` the same work reports its progress: events with `stage`, `done` and `total`, and the usual answer last.",
          body: BODIES["POST /api/documents/index"],
          response: {
            200: {
              description: "The document can be found now.",
              content: {
                "application/json": { schema: answerSchema, example: EXAMPLE_ANSWER },
                "text/event-stream": indexStream,
              },
            },
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const signal = deadlineOf(reply, INDEX_LIMIT_MS);
        if (request.headers.accept?.includes("text/event-stream")) {
          await sendEvents(reply, indexWithProgress(library, request.body, signal), null);
          return reply;
        }
        reply.type("application/json; charset=utf-8");
        return toAnswer(await indexDocument(library, request.body, ignoreProgress, signal));
      },
    );
  };
}

function ignoreProgress(): void {
  // The plain answer has no place for progress.
}

/** The progress of an indexing, newest state only where the reader is slow, and then its answer. */
async function* indexWithProgress(library: Library, request: IndexRequest, signal: AbortSignal) {
  let latest: IndexProgress | undefined;
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  const work = indexDocument(
    library,
    request,
    (progress) => {
      latest = progress;
      wake.resolve();
    },
    signal,
  ).finally(() => {
    isOver = true;
    wake.resolve();
  });
  // Its failure is thrown by the last line; until then nobody waits for it.
  work.catch(() => undefined);
  while (!isOver) {
    await wake.promise;
    wake = Promise.withResolvers<void>();
    if (latest !== undefined) yield latest;
    latest = undefined;
  }
  yield toAnswer(await work);
}

function toAnswer(result: IndexedResult): z.output<typeof answerSchema> {
  const { documentName, chunks } = result;
  const message = `Indexed ${documentName} as ${chunks} ${chunks === 1 ? "chunk" : "chunks"}`;
  return { success: true, ...result, message };
}
