import { AppError } from "../domain/errors.ts";
import {
  acceptOrder,
  type IndexJob,
  type IndexOrder,
  isUnfinished,
  type JobRecord,
  shownJob,
} from "../domain/index-job.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import { isMeant, type Named, namedParts, ownId } from "../domain/own-id.ts";
import type { KeptJob } from "../ports/job-store.ts";
import { followJob } from "./follow-job.ts";
import type { IndexedResult } from "./index-document.ts";
import { asCancelled, asFailed, DOCUMENT_DELETED, failureIn } from "./job-endings.ts";
import type { Library } from "./library.ts";
import { openJobRunner, type RunnerOptions } from "./run-jobs.ts";
import { spareWork } from "./spare-work.ts";
import { tidyJobs } from "./tidy-jobs.ts";

/** What somebody asks for who waits for the end. */
export interface IndexRequest extends Omit<IndexOrder, "isAwaited"> {
  /** Whose the file has to be; null for anybody's but those that are known to be another user's. */
  owner: string | null;
}

/** Names a job; where a user is named too, one of another user is not known. */
interface JobKey {
  jobId: string;
  userId?: string | undefined;
}

/** Takes on the work of indexing and sees to it that it is done. What was taken on is not forgotten. */
export interface Indexing {
  /** Takes on an order: the job is written down when this resolves. */
  order(request: IndexRequest, signal: AbortSignal): Promise<IndexJob>;
  /**
   * Takes on an order and waits for its end. A caller whose time is over ends the work, where nobody else has ordered
   * it; one who leaves does not.
   */
  index(
    request: IndexRequest,
    onProgress: (progress: IndexProgress) => void,
    signal: AbortSignal,
  ): Promise<IndexedResult>;
  list(userId: string, limit: number, signal: AbortSignal): Promise<IndexJob[]>;
  /** The job with this id, null where there is none. */
  find(job: Named, signal: AbortSignal): Promise<IndexJob | null>;
  /** Ends a job that is not finished. What is indexed stays as it is. */
  cancel(key: JobKey, signal: AbortSignal): Promise<IndexJob>;
  /** Begins a job again that failed or was cancelled, where it had got to. */
  retry(key: JobKey, signal: AbortSignal): Promise<IndexJob>;
  /**
   * Ends what is done for a document that is being deleted: nothing of it is stored that is not stored already. Where
   * only its vectors are, work that somebody waits for goes on: it counts as ordered after the deletion.
   */
  endFor(document: Named, deleted: "document" | "vectors", signal: AbortSignal): Promise<void>;
  /** Ends what is done for a document and forgets it, with all that was kept of it; whether there was a job. */
  forget(document: Named, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** Three at once: more would only make each slower. */
const USUAL: Omit<RunnerOptions, "onFailure"> = {
  places: 3,
  beatMs: 3_000,
  silenceMs: 15_000,
  lookMs: 5_000,
};
const TIDY_EVERY_MS = 10 * 60_000;
/** How often a change is tried again that others came before. */
const CHANGE_ATTEMPTS = 20;
/** How long it may take to write down that a caller has left. */
const LEAVE_LIMIT_MS = 10_000;

type IndexingOptions = Partial<RunnerOptions> & Pick<RunnerOptions, "onFailure">;

/** Opens the work on a library: it goes on with what is unfinished, and takes new orders. */
export function openIndexing(given: Library, options: IndexingOptions): Indexing {
  const { onFailure } = options;
  const keptWork = spareWork(given.keptWork, (cause) => onFailure(cause, "keep unfinished work"));
  const library: Library = { ...given, keptWork };
  const { jobs: store } = library;
  const runner = openJobRunner(library, { ...USUAL, ...options });
  /** How many callers here wait for a job. */
  const waiting = new Map<string, number>();
  const at = () => library.now().toISOString();
  const tidy = () => void tidyJobs(library).catch((error: unknown) => onFailure(error, "tidy up jobs"));
  const tidying = setInterval(tidy, TIDY_EVERY_MS);
  tidying.unref();
  tidy();

  /** Changes what `find` gives; null from `make` leaves it. Gives what stands in the end. */
  async function change<Found extends KeptJob | null>(
    find: () => Promise<Found>,
    make: (present: Found) => JobRecord | null,
    signal: AbortSignal,
  ): Promise<Found | KeptJob> {
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt++) {
      const present = await find();
      const next = make(present);
      if (next === null) return present;
      const written = await store.write(next, present, signal);
      if (written !== null) return written;
    }
    throw changedAllTheTime();
  }

  async function accept(order: IndexOrder & IndexRequest, signal: AbortSignal): Promise<JobRecord> {
    const file = await library.files.find(ownId(order.documentId, order.owner), signal);
    // A file whose owner nobody knows may be anybody's.
    if (file.userId !== "" && file.userId !== order.userId) {
      throw new AppError("file-not-found", "File not found");
    }
    const made = { jobId: library.newId(), at: at() };
    let replaced: JobRecord | null = null;
    const kept = await change(
      () => store.find(order.documentId, signal),
      (present) => {
        const next = acceptOrder(present?.job ?? null, order, made);
        const isOther = present !== null && isUnfinished(present.job) && present.job.jobId !== next.jobId;
        replaced = isOther ? present.job : null;
        return isSame(next, present?.job) ? null : next;
      },
      signal,
    );
    // The new one begins when it has ended.
    if (replaced !== null) void end(replaced, anotherOrder());
    runner.wake();
    return present(kept).job;
  }

  async function leave(job: JobRecord, reason: unknown): Promise<void> {
    if (waiting.has(job.jobId)) return;
    const signal = AbortSignal.timeout(LEAVE_LIMIT_MS);
    const isLate = reason instanceof AppError && reason.code === "timed-out";
    const kept = await change(
      () => store.find(job.documentId, signal),
      (present) => {
        if (present?.job.jobId !== job.jobId || !isUnfinished(present.job)) return null;
        if (isLate && present.job.isLimited) return asFailed(present.job, reason, at());
        if (isLate || !present.job.isUrgent) return null;
        return { ...present.job, isUrgent: false, isLimited: false };
      },
      signal,
    );
    if (isLate && kept?.job.state === "failed") {
      void runner.stop(job.documentId, { cause: reason.message, reason });
    }
  }

  /** The caller has its reason already: that this could not be written down is told to the log. */
  async function noteLeaving(job: JobRecord, reason: unknown): Promise<void> {
    try {
      await leave(job, reason);
    } catch (error) {
      onFailure(error, "note that a caller has left");
    }
  }

  async function findKept({ jobId, userId }: JobKey, signal: AbortSignal): Promise<KeptJob> {
    const kept = await store.findById(ownId(jobId, userId ?? null), signal);
    if (kept !== null) return kept;
    throw new AppError("job-not-found", "Job not found");
  }

  /** Ends the work on a job whose end is written down, and tells those who wait for it. */
  async function end(
    { documentId, jobId }: JobRecord,
    reason: AppError,
    cause = reason.message,
  ): Promise<void> {
    const stopped = runner.stop(documentId, { cause, reason });
    runner.tell(jobId, { failure: reason });
    await stopped;
    await keptWork.drop(jobId).catch((error: unknown) => onFailure(error, "drop unfinished work"));
  }

  async function endFor(
    document: Named,
    deleted: "document" | "vectors",
    signal: AbortSignal,
  ): Promise<KeptJob | null> {
    const { id: documentId } = namedParts(document);
    const reason = new AppError("cancelled", DOCUMENT_DELETED);
    const isEnded = ({ job }: KeptJob) =>
      isMeant(document, job.userId) && isUnfinished(job) && (deleted === "document" || !job.isUrgent);
    const kept = await change(
      () => store.find(documentId, signal),
      (present) => (present !== null && isEnded(present) ? asCancelled(present.job, reason, at()) : null),
      signal,
    );
    if (kept === null || !isMeant(document, kept.job.userId)) return null;
    if (kept.job.cause === DOCUMENT_DELETED) await end(kept.job, failureIn(kept.job), DOCUMENT_DELETED);
    return kept;
  }

  return {
    order: async (request, signal) => shownJob(await accept({ ...request, isAwaited: false }, signal)),

    async index(request, onProgress, signal) {
      const job = await accept({ ...request, isAwaited: true }, signal);
      waiting.set(job.jobId, (waiting.get(job.jobId) ?? 0) + 1);
      try {
        return await followJob({ store, runner }, job, onProgress, signal);
      } catch (error) {
        throw signal.aborted ? withAdvice(error) : error;
      } finally {
        const others = (waiting.get(job.jobId) ?? 1) - 1;
        if (others > 0) waiting.set(job.jobId, others);
        else waiting.delete(job.jobId);
        if (signal.aborted) await noteLeaving(job, withAdvice(signal.reason));
      }
    },

    async list(userId, limit, signal) {
      return (await store.list(userId, limit, signal)).map(shownJob);
    },

    async find(job, signal) {
      const kept = await store.findById(job, signal);
      return kept === null ? null : shownJob(kept.job);
    },

    async cancel(key, signal) {
      const reason = new AppError("cancelled", "The indexing was cancelled");
      const kept = await change(
        () => findKept(key, signal),
        ({ job }) => (isUnfinished(job) ? asCancelled(job, reason, at()) : null),
        signal,
      );
      if (kept.job.cause === reason.message) void end(kept.job, reason);
      return shownJob(kept.job);
    },

    async retry(key, signal) {
      const { job } = await findKept(key, signal);
      const { documentId, userId, fileName } = job;
      if (isUnfinished(job)) return shownJob(job);
      const owner = key.userId ?? null;
      return shownJob(await accept({ documentId, userId, fileName, owner, isAwaited: false }, signal));
    },

    async endFor(document, deleted, signal) {
      await endFor(document, deleted, signal);
    },

    async forget(document, signal) {
      for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt++) {
        const ended = await endFor(document, "document", signal);
        if (ended === null) return attempt > 0;
        await keptWork.drop(ended.job.jobId);
        if (await store.remove(ended, signal)) return true;
      }
      throw changedAllTheTime();
    },

    async close() {
      clearInterval(tidying);
      await runner.close();
    },
  };
}

function isSame(a: JobRecord, b: JobRecord | undefined): boolean {
  return (
    b !== undefined &&
    a.jobId === b.jobId &&
    a.isUrgent === b.isUrgent &&
    a.isLimited === b.isLimited &&
    a.state === b.state
  );
}

function present(kept: KeptJob | null): KeptJob {
  if (kept === null) throw new Error("An order always leaves a job");
  return kept;
}

function changedAllTheTime(): AppError {
  return new AppError("database-failed", "The job is being changed by others all the time", {
    details: "Try again in a moment",
  });
}

function anotherOrder(): AppError {
  return new AppError("cancelled", "Another order for the same file took its place");
}

/** What a caller can do whose time was over. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "timed-out") return error;
  return new AppError(error.code, error.message, {
    details:
      "Nothing was changed. The same order goes on where this one was; with the header Prefer: respond-async it has no limit",
    cause: error.cause,
  });
}
