import type { IndexJob } from "../domain/index-job.ts";
import type { ServedLibrary } from "./served-library.ts";

interface JobQuery {
  userId: string;
  /** Only this one. */
  jobId?: string | undefined;
  limit: number;
}

/** The user's jobs; none where the only one that is asked for is another's. */
export async function listJobs(
  { indexing }: Pick<ServedLibrary, "indexing">,
  { userId, jobId, limit }: JobQuery,
  signal: AbortSignal,
): Promise<IndexJob[]> {
  if (jobId === undefined) return indexing.list(userId, limit, signal);
  const job = await indexing.find({ id: jobId, owner: userId }, signal);
  return job === null ? [] : [job];
}
