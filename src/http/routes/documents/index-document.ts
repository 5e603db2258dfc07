import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { categorySchema } from "../../../domain/document.ts";
import { idSchema } from "../../../domain/id.ts";
import { type IndexJob, indexJobSchema } from "../../../domain/index-job.ts";
import { type IndexProgress, indexProgressSchema } from "../../../domain/index-progress.ts";
import { expectOwnDocuments } from "../../../usecases/expect-own-documents.ts";
import type { IndexedResult } from "../../../usecases/index-document.ts";
import type { IndexRequest } from "../../../usecases/index-jobs.ts";
import type { ServedLibrary } from "../../../usecases/served-library.ts";
import { ownerOf } from "../../authenticate.ts";
import { BODIES } from "../../bodies.ts";
import { deadlineOf, INDEX_LIMIT_MS } from "../../deadline.ts";
import { answer, eventStream, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";
import { sendEvents } from "../../sse.ts";
import { EXAMPLE_JOB } from "./jobs.ts";

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

const acceptedSchema = successSchema.extend({ jobId: idSchema, job: indexJobSchema });

const indexStream = eventStream(
  "IndexEvent",
  [indexProgressSchema, answerSchema],
  [{ stage: "embedding", done: 8, total: 42 }, EXAMPLE_ANSWER],
);

/** `POST /api/documents/index` */
export function indexRoute(library: ServedLibrary): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/api/documents/index",
      {
        schema: {
          tags: ["Documents"],
          summary: "Index a stored file",
          description:
            "Reads the file, cuts its text into chunks, embeds them and puts them in the place of those indexed before. With `Accept: text/event-stream` the same work reports its progress: events with `stage`, `done` and `total`, and the usual answer last. With `Prefer: respond-async` the answer is the job, at once, and the work has no limit of time: `GET /api/documents/jobs` tells how far it is. A caller who leaves does not end the work; the same order again joins it.",
          body: BODIES["POST /api/documents/index"],
          response: {
            200: {
              description: "The document can be found now.",
              content: {
                "application/json": { schema: answerSchema, example: EXAMPLE_ANSWER },
                "text/event-stream": indexStream,
              },
            },
            202: answer("The work is taken on.", acceptedSchema, {
              success: true,
              jobId: EXAMPLE_JOB.jobId,
              job: EXAMPLE_JOB,
              message: "lease.pdf is being indexed",
            }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const wanted = { ...request.body, owner: ownerOf(request) };
        if (prefersAsync(request.headers.prefer)) {
          const job = await library.indexing.order(wanted, deadlineOf(reply));
          return reply.code(202).headers(acceptanceOf(job)).send(toAcceptance(job));
        }
        const signal = deadlineOf(reply, INDEX_LIMIT_MS);
        if (request.headers.accept?.includes("text/event-stream")) {
          // A stream that has begun can no longer be refused.
          await expectOwnDocuments(
            library,
            { documentIds: [wanted.documentId], owner: wanted.owner },
            signal,
          );
          await sendEvents(reply, indexWithProgress(library, wanted, signal), null);
          return reply;
        }
        reply.type("application/json; charset=utf-8");
        return toAnswer(await library.indexing.index(wanted, ignoreProgress, signal));
      },
    );
  };
}

/** Whether a `Prefer` header asks not to be kept waiting: its preferences are separated by commas. */
function prefersAsync(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(",").split(",");
  return preferences.some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
}

function acceptanceOf({ jobId, userId }: IndexJob): Record<string, string> {
  const query = new URLSearchParams({ userId, jobId });
  return { "Preference-Applied": "respond-async", Location: `/api/documents/jobs?${query}` };
}

function toAcceptance(job: IndexJob): z.output<typeof acceptedSchema> {
  return { success: true, jobId: job.jobId, job, message: `${job.fileName} is being indexed` };
}

function ignoreProgress(): void {
  // The plain answer has no place for progress.
}

/** The progress of an indexing, newest state only where the reader is slow, and then its answer. */
async function* indexWithProgress(library: ServedLibrary, request: IndexRequest, signal: AbortSignal) {
  let latest: IndexProgress | undefined;
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  const onProgress = (progress: IndexProgress) => {
    latest = progress;
    wake.resolve();
  };
  const work = library.indexing.index(request, onProgress, signal).finally(() => {
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
