import type { DatabaseSync } from "node:sqlite";
import type { JobRecord } from "../../../../domain/index-job.ts";
import type { Named } from "../../../../domain/own-id.ts";
import type { KeptJob } from "../../../../ports/job-store.ts";
import { keyOf, rowOf, rowsOf } from "./database.ts";

/** A job as it crosses to the thread: its JSON is written and read on the other side. */
export interface JobRow {
  job: string;
  revision: string;
}

/** What a write puts in the place of what. */
interface JobWrite {
  job: JobRecord;
  /** The revision that was read, null where there was no job. */
  read: string | null;
  revision: string;
}

/** The jobs' part of the writing thread. */
export function jobRecords(database: DatabaseSync) {
  const find = database.prepare("SELECT job, revision FROM index_jobs WHERE document_id = ?");
  const findById = database.prepare(
    "SELECT job, revision FROM index_jobs WHERE job_id = ? AND user_id = coalesce(?, user_id)",
  );
  const list = database.prepare(
    `SELECT job, revision FROM index_jobs WHERE user_id = ?
     ORDER BY state NOT IN ('waiting', 'running'), updated_at DESC, document_id LIMIT ?`,
  );
  const unfinished = database.prepare(
    `SELECT job, revision FROM (
       SELECT job, revision, state, row_number() OVER (
         PARTITION BY user_id, state ORDER BY is_urgent DESC, created_at, document_id
       ) AS place
       FROM index_jobs WHERE state IN ('waiting', 'running')
     ) WHERE state = 'running' OR place <= ?`,
  );
  const finished = database.prepare(
    `SELECT job, revision FROM index_jobs WHERE state NOT IN ('waiting', 'running') AND updated_at < ?
     ORDER BY updated_at LIMIT ?`,
  );
  const insert = database.prepare(
    `INSERT INTO index_jobs (document_id, job_id, user_id, state, is_urgent, created_at, updated_at, revision, job)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const update = database.prepare(
    `UPDATE index_jobs SET job_id = ?, user_id = ?, state = ?, is_urgent = ?, created_at = ?, updated_at = ?,
       revision = ?, job = ? WHERE document_id = ? AND revision = ?`,
  );
  const remove = database.prepare("DELETE FROM index_jobs WHERE document_id = ? AND revision = ?");

  return {
    findJob: ({ documentId }: { documentId: string }): JobRow | null =>
      rowOf<JobRow>(find, documentId) ?? null,

    findJobById: (job: Named): JobRow | null => rowOf<JobRow>(findById, ...keyOf(job)) ?? null,

    listJobs: ({ userId, limit }: { userId: string; limit: number }): JobRow[] =>
      rowsOf<JobRow>(list, userId, Math.max(0, limit)),

    unfinishedJobs: ({ perUser }: { perUser: number }): JobRow[] => rowsOf<JobRow>(unfinished, perUser),

    finishedJobs: ({ before, limit }: { before: string; limit: number }): JobRow[] =>
      rowsOf<JobRow>(finished, before, limit),

    writeJob: ({ job, read, revision }: JobWrite): boolean => {
      const { documentId, jobId, userId, state, createdAt, updatedAt } = job;
      const fields = [jobId, userId, state, job.isUrgent ? 1 : 0, createdAt, updatedAt, revision];
      const text = JSON.stringify(job);
      const { changes } =
        read === null
          ? insert.run(documentId, ...fields, text)
          : update.run(...fields, text, documentId, read);
      return changes === 1;
    },

    removeJob: ({ documentId, revision }: { documentId: string; revision: KeptJob["revision"] }): boolean =>
      remove.run(documentId, revision).changes === 1,
  };
}
