import type { JobRecord } from "../domain/index-job.ts";
import type { Named } from "../domain/own-id.ts";

/**
 * Where the work of indexing is written down: one job for each document.
 * Contract: test/contracts/job-store.ts. What was awaited survives a crash. A write is made only where the job is still
 * as it was read, so of several who change it at once one succeeds, whichever copy of the service they belong to. Ids
 * are known as they are written, to the letter. Every failure is the AppError `database-failed`.
 */
export interface JobStore {
  /** The document's job, null where it has none. */
  find(documentId: string, signal: AbortSignal): Promise<KeptJob | null>;
  /** The job with this id, null where there is none. */
  findById(job: Named, signal: AbortSignal): Promise<KeptJob | null>;
  /** The user's jobs, unfinished ones first, of each kind the latest changed first. */
  list(userId: string, limit: number, signal: AbortSignal): Promise<JobRecord[]>;
  /** Every running job, and of the waiting ones those of each user that are urgent or were made first, `perUser` of each. */
  unfinished(perUser: number, signal: AbortSignal): Promise<KeptJob[]>;
  /** Finished jobs that were not changed since `time`, oldest first. */
  finishedBefore(time: string, limit: number, signal: AbortSignal): Promise<KeptJob[]>;
  /**
   * Writes the job of a document in the place of the one that was read, null for none. Null where somebody wrote or
   * removed it since.
   */
  write(job: JobRecord, read: KeptJob | null, signal: AbortSignal): Promise<KeptJob | null>;
  /** Forgets the job that was read; whether it was still as it was. */
  remove(read: KeptJob, signal: AbortSignal): Promise<boolean>;
}

/** A job as it was read. */
export interface KeptJob {
  job: JobRecord;
  /** Another one after every write. */
  revision: string;
}
