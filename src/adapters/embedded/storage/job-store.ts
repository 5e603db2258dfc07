import { jobRecordSchema } from "../../../domain/index-job.ts";
import type { JobStore, KeptJob } from "../../../ports/job-store.ts";
import type { JobRow } from "./records/job-records.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** What the jobs are kept with. */
interface JobStoreOptions {
  writer: ThreadCalls<WriterOperations>;
  newId(): string;
}

/** Jobs in the embedded database. Every write gives a row a revision that no other row ever had. */
export function openJobStore({ writer, newId }: JobStoreOptions): JobStore {
  return {
    async find(documentId, signal) {
      return keptOrNull(await writer.read("findJob", { documentId }, { signal }));
    },
    async findById(job, signal) {
      return keptOrNull(await writer.read("findJobById", job, { signal }));
    },
    async list(userId, limit, signal) {
      const rows = await writer.read("listJobs", { userId, limit }, { signal });
      return rows.map((row) => toKept(row).job);
    },
    async unfinished(perUser, signal) {
      return (await writer.read("unfinishedJobs", { perUser }, { signal })).map(toKept);
    },
    async finishedBefore(before, limit, signal) {
      return (await writer.read("finishedJobs", { before, limit }, { signal })).map(toKept);
    },
    async write(job, read, signal) {
      // Half a character is kept as elsewhere.
      const written = { ...job, fileName: job.fileName.toWellFormed() };
      const revision = newId();
      const input = { job: written, read: read?.revision ?? null, revision };
      return (await writer.write("writeJob", input, { signal })) ? { job: written, revision } : null;
    },
    remove: ({ job: { documentId }, revision }, signal) =>
      writer.write("removeJob", { documentId, revision }, { signal }),
  };
}

function keptOrNull(row: JobRow | null): KeptJob | null {
  return row === null ? null : toKept(row);
}

function toKept({ job, revision }: JobRow): KeptJob {
  return { job: jobRecordSchema.parse(JSON.parse(job)), revision };
}
