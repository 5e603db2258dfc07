import { z } from "zod";
import { type JobRecord, jobRecordSchema } from "../../domain/index-job.ts";

/** A job with the mark of whoever wrote it last and when the platform took that. */
export interface JobRow {
  /** The row's id, which is the document's. */
  documentId: string;
  job: JobRecord;
  mark: string;
  writtenAt: string;
}

const contentSchema = z.object({ job: jobRecordSchema, mark: z.string() });

/** A row as a job. Nothing but the service writes it. */
export const jobRowSchema: z.ZodType<JobRow> = z
  .object({ $id: z.string(), $updatedAt: z.string(), job: z.string() })
  .transform(({ $id, $updatedAt, job }) => ({
    documentId: $id,
    ...contentSchema.parse(JSON.parse(job)),
    writtenAt: $updatedAt,
  }));

/** The jobs of a list of rows. */
export const jobRowsSchema: z.ZodType<JobRow[]> = z
  .object({ rows: z.array(jobRowSchema) })
  .transform(({ rows }) => rows);

/** The columns of a job. */
export function columnsOf(job: JobRecord, mark: string) {
  const { jobId, userId, state, createdAt, updatedAt } = job;
  return { jobId, userId, state, createdAt, updatedAt, job: JSON.stringify({ job, mark }) };
}
