import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { idSchema } from "../../../domain/id.ts";
import { type IndexJob, indexJobSchema } from "../../../domain/index-job.ts";
import { listJobs } from "../../../usecases/list-jobs.ts";
import type { ServedLibrary } from "../../../usecases/served-library.ts";
import { ownerOf } from "../../authenticate.ts";
import { BODIES, jobIdSchema, jobOwnerSchema } from "../../bodies.ts";
import { deadlineOf } from "../../deadline.ts";
import { answer, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";

const tags = ["Documents"];
const PATH = "/api/documents/jobs";

/** A job as descriptions show it. */
export const EXAMPLE_JOB: IndexJob = {
  jobId: "19a8c3d2f10b4e5a6c80",
  documentId: "19a8c3d2f10b4e5a6c7d",
  userId: "alice",
  fileName: "lease.pdf",
  state: "running",
  stage: "embedding",
  done: 8,
  total: 42,
  cause: null,
  details: null,
  result: null,
  createdAt: "2026-11-01T09:29:13.000Z",
  updatedAt: "2026-11-01T09:29:20.000Z",
};

const jobAnswerSchema = successSchema.extend({ job: indexJobSchema });

/** The work of indexing: list, cancel and retry. */
export function jobRoutes(library: ServedLibrary): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          tags,
          summary: "List indexing jobs",
          description:
            "What is being indexed for a user and how that ended, unfinished work first. A file has one job: the latest. Jobs that ended are kept for a week.",
          querystring: z.object({
            userId: idSchema.describe("Who ordered them.").meta({ example: "alice" }),
            jobId: idSchema.optional().describe("Only this job."),
            limit: z.coerce.number().int().min(1).max(1000).default(200).describe("How many at most."),
          }),
          response: {
            200: answer(
              "The jobs.",
              z.object({ success: z.literal(true), jobs: z.array(indexJobSchema), count: z.number() }),
              { success: true, jobs: [EXAMPLE_JOB], count: 1 },
            ),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const jobs = await listJobs(library, request.query, deadlineOf(reply));
        const isUnknown = request.query.jobId !== undefined && jobs.length === 0;
        if (isUnknown && request.caller !== null) throw new AppError("job-not-found", "Job not found");
        return { success: true as const, jobs, count: jobs.length };
      },
    );

    app.delete(
      PATH,
      {
        schema: {
          tags,
          summary: "Cancel an indexing job",
          description: "Ends work that is not finished. The file stays, and so does what was indexed before.",
          querystring: z.object({ jobId: jobIdSchema, userId: jobOwnerSchema }),
          response: {
            200: answer("The job as it ended.", jobAnswerSchema, {
              success: true,
              job: { ...EXAMPLE_JOB, state: "cancelled", cause: "The indexing was cancelled" },
              message: "The job of lease.pdf is cancelled",
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const job = await library.indexing.cancel(asOwn(request, request.query), deadlineOf(reply));
        return { success: true as const, job, message: `The job of ${job.fileName} is ${job.state}` };
      },
    );

    app.post(
      `${PATH}/retry`,
      {
        schema: {
          tags,
          summary: "Retry an indexing job",
          description:
            "Begins a job again that failed or was cancelled. One that failed goes on from where it was; one that is under way is left alone.",
          body: BODIES["POST /api/documents/jobs/retry"],
          response: {
            200: answer("The job.", jobAnswerSchema, {
              success: true,
              job: { ...EXAMPLE_JOB, state: "waiting", stage: "waiting", done: 0, total: 1 },
              message: "The job of lease.pdf is waiting",
            }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const job = await library.indexing.retry(asOwn(request, request.body), deadlineOf(reply));
        return { success: true as const, job, message: `The job of ${job.fileName} is ${job.state}` };
      },
    );
  };
}

/** The job as the caller's own, where callers are told apart. */
function asOwn(request: FastifyRequest, { jobId, userId }: { jobId: string; userId?: string | undefined }) {
  return { jobId, userId: ownerOf(request) ?? userId };
}
