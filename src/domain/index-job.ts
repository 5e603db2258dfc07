import { z } from "zod";
import { categorySchema } from "./document.ts";
import type { ErrorCode } from "./errors.ts";
import { idSchema } from "./id.ts";
import { indexProgressSchema } from "./index-progress.ts";

/** What an indexing came to. */
const indexedResultSchema = z.object({
  documentName: z.string().describe("The file name as stored."),
  chunks: z.number().int().describe("Number of chunks indexed."),
  category: categorySchema,
});

/** The work of indexing one file, from the order to its end. A document has one job at a time. */
export const indexJobSchema = z
  .object({
    jobId: idSchema,
    documentId: idSchema.describe("File ID of the document."),
    userId: idSchema.describe("Who ordered it."),
    fileName: z.string().describe("The name under which it was ordered."),
    state: z
      .enum(["waiting", "running", "done", "failed", "cancelled"])
      .describe("`waiting` and `running` end by themselves in one of the others."),
    ...indexProgressSchema.shape,
    cause: z.string().nullable().describe("Why it failed or was cancelled; null otherwise."),
    details: z.string().nullable().describe("What would be right, where it helps."),
    result: indexedResultSchema.nullable().describe("What it came to; null until it is done."),
    createdAt: z.string().describe("ISO 8601 timestamp."),
    updatedAt: z.string().describe("ISO 8601 timestamp of the last change, progress included."),
  })
  .meta({ id: "IndexJob", description: "The indexing of one file: how far it is, or how it ended." });

export type IndexJob = z.infer<typeof indexJobSchema>;

/** A job as it is kept: with what only those who work on it need. */
export const jobRecordSchema = indexJobSchema.extend({
  /** The copy of the service that works on it. */
  holder: z.string().nullable(),
  /** Whether somebody waits for it: then it goes before what nobody waits for. */
  isUrgent: z.boolean(),
  /** Whether all who ordered it wait: then it fails when their time is over. */
  isLimited: z.boolean(),
  /** How many holders died at it. */
  deaths: z.number().int(),
  /** The code of the failure. Nothing but the service writes it. */
  failureCode: z.custom<ErrorCode>((code) => typeof code === "string").nullable(),
});

export type JobRecord = z.infer<typeof jobRecordSchema>;

/** What somebody orders. */
export interface IndexOrder {
  documentId: string;
  userId: string;
  fileName: string;
  /** Whether the caller waits for the end, which has a limit, or leaves with the job. */
  isAwaited: boolean;
}

/** Whether a job will still change by itself. */
export function isUnfinished({ state }: Pick<IndexJob, "state">): boolean {
  return state === "waiting" || state === "running";
}

/** The progress of a job that nobody has begun with. */
export const NOT_BEGUN = { stage: "waiting", done: 0, total: 1 } as const;

/**
 * The job that stands after an order, where `present` is the document's job before it. The same order again joins what
 * is under way, and takes up what has failed; another one takes its place.
 */
export function acceptOrder(
  present: JobRecord | null,
  order: IndexOrder,
  { jobId, at }: { jobId: string; at: string },
): JobRecord {
  const { documentId, userId, fileName, isAwaited } = order;
  const isSame = present !== null && present.userId === userId && present.fileName === fileName;
  if (isSame && isUnfinished(present)) {
    const { isUrgent, isLimited } = present;
    return { ...present, isUrgent: isUrgent || isAwaited, isLimited: isLimited && isAwaited };
  }
  const fresh: JobRecord = {
    ...{ jobId, documentId, userId, fileName },
    ...{ state: "waiting", ...NOT_BEGUN, cause: null, details: null, result: null },
    ...{ createdAt: at, updatedAt: at },
    ...{ holder: null, isUrgent: isAwaited, isLimited: isAwaited, deaths: 0, failureCode: null },
  };
  return isSame && present.state === "failed" ? { ...fresh, jobId: present.jobId } : fresh;
}

/** The job without what only those who work on it need. */
export function shownJob(record: JobRecord): IndexJob {
  return indexJobSchema.parse(record);
}
