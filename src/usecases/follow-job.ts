import { AppError } from "../domain/errors.ts";
import { isUnfinished, type JobRecord } from "../domain/index-job.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import { orAborted } from "../flow/or-aborted.ts";
import type { JobStore } from "../ports/job-store.ts";
import type { IndexedResult } from "./index-document.ts";
import { failureIn } from "./job-endings.ts";
import type { JobOutcome, JobRunner } from "./run-jobs.ts";

/** How often a job is looked at that is not worked on here: another copy of the service may have taken it. */
const LOOK_MS = 1_000;

interface Followed {
  store: Pick<JobStore, "find">;
  runner: Pick<JobRunner, "watch" | "isHere">;
}

type OnProgress = (progress: IndexProgress) => void;

/**
 * Waits for the end of a job, wherever it is worked on, and tells how far it is. Where the same was ordered again
 * before this process looked, how the first one ended is not known any more: then that of the second counts.
 */
export async function followJob(
  followed: Followed,
  job: JobRecord,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<IndexedResult> {
  for (let current = job; ; ) {
    const outcome = await endOf(followed, current, onProgress, signal);
    if ("result" in outcome) return outcome.result;
    if ("failure" in outcome) throw outcome.failure;
    current = outcome.successor;
  }
}

type Ending = JobOutcome | { successor: JobRecord };

async function endOf(
  { store, runner }: Followed,
  job: JobRecord,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Ending> {
  const { jobId, documentId } = job;
  const ended = Promise.withResolvers<Ending>();
  const forget = runner.watch(jobId, { onProgress, onEnd: ended.resolve });
  const look = async () => {
    if (runner.isHere(jobId)) return;
    const present = await store.find(documentId, signal);
    const ending = endingOf(job, present?.job ?? null);
    if (ending !== null) ended.resolve(ending);
    else if (present !== null && present.job.state === "running") onProgress(progressOf(present.job));
  };
  // A look that fails is followed by another, as long as the caller has time.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  onProgress(progressOf(job));
  try {
    return await orAborted(ended.promise, signal);
  } finally {
    clearInterval(timer);
    forget();
  }
}

/** How the job ended, null where it has not. */
function endingOf({ jobId, userId, fileName }: JobRecord, present: JobRecord | null): Ending | null {
  // The job of a document goes with it.
  if (present === null) return { failure: new AppError("file-not-found", "File not found") };
  if (present.jobId !== jobId) {
    if (present.userId === userId && present.fileName === fileName) return { successor: present };
    return { failure: new AppError("cancelled", "Another order for the same file took its place") };
  }
  if (isUnfinished(present)) return null;
  if (present.state !== "done" || present.result === null) return { failure: failureIn(present) };
  return { result: { documentId: present.documentId, ...present.result } };
}

function progressOf({ stage, done, total }: JobRecord): IndexProgress {
  return { stage, done, total };
}
