import { AppError } from "../domain/errors.ts";
import { type JobRecord, NOT_BEGUN } from "../domain/index-job.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import { nextInLine } from "../domain/next-in-line.ts";
import type { KeptJob } from "../ports/job-store.ts";
import { type HeldJob, holdJob } from "./hold-job.ts";
import { type IndexedResult, indexDocument } from "./index-document.ts";
import { asFailed, DOCUMENT_DELETED } from "./job-endings.ts";
import type { Library } from "./library.ts";

/** How the work is shared out. */
export interface RunnerOptions {
  /** How many jobs are worked on at once. One place is left to those that somebody waits for. */
  places: number;
  /** How often a holder says that it lives, and how long it may be silent before others take its job. */
  beatMs: number;
  silenceMs: number;
  /** How often work is looked for that others have left or brought. */
  lookMs: number;
  onFailure(cause: unknown, doing: string): void;
}

/** Hears of a job that is worked on here. */
interface JobWatcher {
  onProgress(progress: IndexProgress): void;
  onEnd(outcome: JobOutcome): void;
}

export type JobOutcome = { result: IndexedResult } | { failure: unknown };

/** Works on jobs until it is closed. */
export interface JobRunner {
  /** Looks for work now. */
  wake(): void;
  /** Tells a watcher of a job until the function that is returned is called. */
  watch(jobId: string, watcher: JobWatcher): () => void;
  tell(jobId: string, outcome: JobOutcome): void;
  isHere(jobId: string): boolean;
  /**
   * Ends the work on a document: from now on nothing of it is stored. `cause` is what was written down. Resolves when
   * the work has let go of everything, after some seconds at the latest.
   */
  stop(documentId: string, ending: { cause: string; reason: AppError }): Promise<void>;
  /** Gives everything back that is under way: whoever comes next goes on with it. */
  close(): Promise<void>;
}

interface Running {
  held: HeldJob;
  controller: AbortController;
  ended: Promise<void>;
}

/** Of so many waiting jobs of each user the next one is chosen. */
const LOOKED_AT_PER_USER = 5;
/** So often a job is tried to be had that others want too, before the next look. */
const CLAIM_ATTEMPTS = 5;
/** A job at which so many holders died is not given to another. */
const MOST_DEATHS = 20;
/** How long one call to the job store may take. */
const CALL_LIMIT_MS = 30_000;
/** How long whoever ends a job waits until it has let go of everything. */
const STOP_LIMIT_MS = 2_000;
/** How long giving a job back may take when the service ends; after that others have to notice. */
const CLOSE_LIMIT_MS = 5_000;

/** Opens a runner; it begins to look for work at once. */
export function openJobRunner(library: Library, options: RunnerOptions): JobRunner {
  const { jobs: store, keptWork } = library;
  const { places, silenceMs, lookMs, onFailure } = options;
  const holder = library.newId();
  const here = new Map<string, Running>();
  const watchers = new Map<string, Set<JobWatcher>>();
  /** What was seen of the jobs of other holders, by their documents. */
  const seen = new Map<string, { revision: string; sinceMs: number }>();
  const turns = new Map<string, number>();
  let turn = 0;
  let isClosing = false;
  let looking: Promise<void> | null = null;
  let isWoken = false;
  const timer = setInterval(wake, lookMs);
  timer.unref();

  function wake(): void {
    isWoken = true;
    if (looking !== null || isClosing) return;
    looking = lookAround()
      .catch((error: unknown) => onFailure(error, "look for work"))
      .finally(() => {
        looking = null;
      });
  }

  async function lookAround(): Promise<void> {
    while (isWoken) {
      isWoken = false;
      while (!isClosing && here.size < places) {
        const claimed = await claim();
        if (claimed === null) break;
        begin(claimed);
      }
    }
  }

  /** Takes the next job in line, null where there is none or others were faster. */
  async function claim(): Promise<KeptJob | null> {
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
      const unfinished = await store.unfinished(LOOKED_AT_PER_USER, callLimit());
      const silent = silentAmong(unfinished);
      const isForWaiting = here.size === places - 1 && places > 1;
      const isFree = ({ documentId, state, isUrgent }: JobRecord) =>
        !here.has(documentId) &&
        (isUrgent || !isForWaiting) &&
        (state === "waiting" || silent.has(documentId));
      const lastTurn = (userId: string) => turns.get(userId) ?? 0;
      const jobs = unfinished.map(({ job }) => job);
      const next = nextInLine({ jobs, isFree, lastTurn });
      const read = unfinished.find(({ job }) => job === next);
      if (next === null || read === undefined || isClosing) return null;
      const written = await store.write(claimed(next), read, callLimit());
      if (written?.job.state === "running") {
        turns.delete(next.userId);
        turns.set(next.userId, ++turn);
        return written;
      }
    }
    return null;
  }

  function claimed(job: JobRecord): JobRecord {
    const at = library.now().toISOString();
    const deaths = job.deaths + (job.state === "running" ? 1 : 0);
    if (deaths > MOST_DEATHS) return asFailed({ ...job, deaths }, tooManyDeaths(deaths), at);
    return { ...job, state: "running", holder, deaths, updatedAt: at };
  }

  /** The documents whose job's holder has not been heard of for long, by this process's own clock. */
  function silentAmong(unfinished: readonly KeptJob[]): Set<string> {
    const nowMs = performance.now();
    const silent = new Set<string>();
    const running = unfinished.filter(({ job }) => job.state === "running" && !here.has(job.documentId));
    const known = new Set(running.map(({ job }) => job.documentId));
    for (const documentId of seen.keys()) if (!known.has(documentId)) seen.delete(documentId);
    for (const { job, revision } of running) {
      const before = seen.get(job.documentId);
      if (before?.revision !== revision) seen.set(job.documentId, { revision, sinceMs: nowMs });
      else if (nowMs - before.sinceMs >= silenceMs) silent.add(job.documentId);
    }
    return silent;
  }

  function begin(claimed: KeptJob): void {
    const controller = new AbortController();
    const held = holdJob(library, claimed, {
      ...options,
      isClosing: () => isClosing,
      onLost: (reason) => controller.abort(reason),
    });
    const { documentId } = claimed.job;
    const ended = run(held, controller)
      .catch((error: unknown) => onFailure(error, "end a job"))
      .finally(() => {
        here.delete(documentId);
        wake();
      });
    here.set(documentId, { held, controller, ended });
  }

  async function run(held: HeldJob, controller: AbortController): Promise<void> {
    const { job } = held;
    try {
      const result = await indexDocument(
        library,
        job,
        {
          onProgress(progress) {
            held.report(progress);
            for (const watcher of watchers.get(job.jobId) ?? []) watcher.onProgress(progress);
          },
          confirm: () => held.confirm(),
        },
        controller.signal,
      );
      await held.end(
        (last) => asDone(last, result),
        () => tell(job.jobId, { result }),
      );
      if (held.takenFor === DOCUMENT_DELETED) {
        await library.vectors.removeDocument(job.documentId, callLimit());
      }
      await keptWork.drop(job.jobId);
    } catch (error) {
      await endUnfinished(held, controller.signal, error);
    } finally {
      held.release();
    }
  }

  async function endUnfinished(held: HeldJob, signal: AbortSignal, error: unknown): Promise<void> {
    const { jobId } = held.job;
    const failure = signal.aborted ? signal.reason : error;
    const told = () => tell(jobId, { failure });
    if (isClosing && signal.aborted) await held.end(asWaiting, told);
    else if (!signal.aborted) {
      // Who waits for it hears of it, and whoever answers them logs it; a file without text is no fault of the service.
      if (!watchers.has(jobId) && !isFilesOwn(error)) onFailure(error, "index a document");
      await held.end((last) => asFailed(last, error, library.now().toISOString()), told);
    } else if (held.takenFor !== null) {
      // Whoever ended it has written down why. One that another copy took over is followed there.
      told();
      await keptWork.drop(jobId);
    }
  }

  function asDone(job: JobRecord, { documentName, chunks, category }: IndexedResult): JobRecord {
    return {
      ...job,
      ...{ state: "done", stage: "storing", done: 1, total: 1, cause: null, details: null },
      ...{ result: { documentName, chunks, category }, holder: null, failureCode: null },
      updatedAt: library.now().toISOString(),
    };
  }

  function asWaiting(job: JobRecord): JobRecord {
    return { ...job, state: "waiting", ...NOT_BEGUN, holder: null, updatedAt: library.now().toISOString() };
  }

  function tell(jobId: string, outcome: JobOutcome): void {
    for (const watcher of [...(watchers.get(jobId) ?? [])]) watcher.onEnd(outcome);
  }

  wake();
  return {
    wake,
    tell,
    isHere: (jobId) => [...here.values()].some(({ held }) => held.job.jobId === jobId),
    watch(jobId, watcher) {
      const own = watchers.get(jobId) ?? new Set();
      watchers.set(jobId, own.add(watcher));
      return () => {
        own.delete(watcher);
        if (own.size === 0) watchers.delete(jobId);
      };
    },
    async stop(documentId, { cause, reason }) {
      const running = here.get(documentId);
      running?.held.take(cause);
      running?.controller.abort(reason);
      if (running !== undefined) await within(STOP_LIMIT_MS, running.ended);
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      await looking;
      for (const { controller } of here.values()) controller.abort(stopped());
      await Promise.all([...here.values()].map(({ ended }) => within(CLOSE_LIMIT_MS, ended)));
    },
  };
}

function isFilesOwn(error: unknown): boolean {
  return (
    error instanceof AppError &&
    ["no-text", "vision-not-configured", "file-not-found", "invalid-input"].includes(error.code)
  );
}

/** Waits for the promise, but no longer than this. */
async function within(limitMs: number, promise: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, limitMs);
  await Promise.race([promise, limit.promise]);
  clearTimeout(timer);
}

function callLimit(): AbortSignal {
  return AbortSignal.timeout(CALL_LIMIT_MS);
}

function tooManyDeaths(deaths: number): AppError {
  return new AppError("extraction-failed", `The service ended ${deaths} times while it worked on this file`, {
    details: "Its log says why; retry the job when that is mended",
  });
}

function stopped(): AppError {
  return new AppError("cancelled", "The service is being stopped", {
    details: "The indexing goes on when it is started again",
  });
}
