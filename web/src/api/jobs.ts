import type { IndexJob } from "../../../src/domain/index-job.ts";
import { sendForJson } from "./request.ts";

/** How many jobs the page looks at. */
const MOST_JOBS = 1_000;

/** Orders a stored file to be indexed and comes back with the job at once: it goes on without the page. */
export async function orderIndexing(
  request: { documentId: string; userId: string; fileName: string },
  signal?: AbortSignal,
): Promise<IndexJob> {
  const { job } = await sendForJson<{ job: IndexJob }>("/api/documents/index", {
    method: "POST",
    body: request,
    prefer: "respond-async",
    ...(signal === undefined ? {} : { signal }),
  });
  return job;
}

/** The user's jobs, unfinished ones first. */
export async function listJobs(userId: string): Promise<IndexJob[]> {
  const { jobs } = await sendForJson<{ jobs: IndexJob[] }>("/api/documents/jobs", {
    query: { userId, limit: MOST_JOBS },
  });
  return jobs;
}

/** Ends a job. The file stays. */
export async function cancelJob(jobId: string): Promise<void> {
  await sendForJson("/api/documents/jobs", { method: "DELETE", query: { jobId } });
}
