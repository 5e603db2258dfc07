import { isUnfinished } from "../domain/index-job.ts";
import type { Library } from "./library.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long a finished job is shown. */
const SHOWN_MS = 7 * DAY_MS;
/** How long the work of a failed job is kept, so that it can be tried again from there. */
const WORK_KEPT_MS = DAY_MS;
const AT_ONCE = 500;
const LIMIT_MS = 60_000;

/** Forgets jobs that ended long ago, and work that is kept for nobody. There is never more than one job for a file. */
export async function tidyJobs({
  jobs,
  keptWork,
  now,
}: Pick<Library, "jobs" | "keptWork" | "now">): Promise<void> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const nowMs = now().getTime();
  const ageOf = (time: string) => nowMs - Date.parse(time);
  const before = new Date(nowMs - SHOWN_MS).toISOString();
  for (const kept of await jobs.finishedBefore(before, AT_ONCE, signal)) await jobs.remove(kept, signal);
  for (const jobId of await keptWork.jobIds()) {
    const job = (await jobs.findById(jobId, signal))?.job;
    const isWanted =
      job !== undefined &&
      (isUnfinished(job) || (job.state === "failed" && ageOf(job.updatedAt) < WORK_KEPT_MS));
    if (!isWanted) await keptWork.drop(jobId);
  }
}
