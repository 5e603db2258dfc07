import { AppError } from "../domain/errors.ts";
import type { JobRecord } from "../domain/index-job.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import type { KeptJob } from "../ports/job-store.ts";
import { DOCUMENT_DELETED } from "./job-endings.ts";
import type { Library } from "./library.ts";

/** A job that this process works on. While it is held its holder is heard of, again and again. */
export interface HeldJob {
  /** The job as it was taken. */
  readonly job: JobRecord;
  /** Why somebody ended it, null while nobody has. */
  readonly takenFor: string | null;
  /** Notes how far it is; the next sign of life says so. */
  report(progress: IndexProgress): void;
  /** Rejects where it is no longer this process's. */
  confirm(): Promise<void>;
  /** Notes that somebody ended it. */
  take(reason: string): void;
  /**
   * Writes down how it ended, again until that is done or it is seen to be another's. `onTried` is called after the
   * first attempt: nobody is kept waiting for a store that is away.
   */
  end(change: (last: JobRecord) => JobRecord, onTried: () => void): Promise<void>;
  /** Gives no more signs of life. */
  release(): void;
}

interface HoldOptions {
  beatMs: number;
  /** Whether the service ends: then nothing is tried for long. */
  isClosing(): boolean;
  onLost(reason: AppError): void;
  onFailure(cause: unknown, doing: string): void;
}

/** Who looks on sees soon that it has begun; what is done sooner needs no word of it. */
const FIRST_BEAT_MS = 500;
/** How long the store is tried before the next attempt, and how often the end of a job is tried to be written. */
const RETRY_MS = 1_000;
const END_ATTEMPTS = 60;
const CALL_LIMIT_MS = 30_000;

/** Holds a job that was just claimed. */
export function holdJob(
  { jobs, now }: Pick<Library, "jobs" | "now">,
  claimed: KeptJob,
  { beatMs, isClosing, onLost, onFailure }: HoldOptions,
): HeldJob {
  const { job } = claimed;
  let last = claimed;
  let progress: IndexProgress | null = null;
  let takenFor: string | null = null;
  let isLost = false;
  /** Writes take turns, so that each starts from the one before it. */
  let writing: Promise<unknown> = Promise.resolve();
  const sayHowFar = () => {
    beat().catch((error: unknown) => onFailure(error, "say how far a job is"));
  };
  const firstBeat = setTimeout(sayHowFar, Math.min(FIRST_BEAT_MS, beatMs)).unref();
  const beats = setInterval(sayHowFar, beatMs).unref();
  const stopBeats = () => {
    clearTimeout(firstBeat);
    clearInterval(beats);
  };

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = writing.then(task, task);
    writing = mine.catch(() => undefined);
    return mine;
  }

  /** Changes the job; whether it is still held. What another has added to it meanwhile stays. */
  function change(make: (last: JobRecord) => JobRecord): Promise<boolean> {
    return inTurn(async () => {
      while (!isLost) {
        const written = await jobs.write(make(last.job), last, callLimit());
        if (written !== null) {
          last = written;
          return true;
        }
        const present = await jobs.find(job.documentId, callLimit());
        if (present !== null && isOurs(present.job)) last = present;
        else lose(present);
      }
      return false;
    });
  }

  function isOurs({ jobId, holder, state }: JobRecord): boolean {
    return jobId === job.jobId && holder === job.holder && state === "running";
  }

  function lose(present: KeptJob | null): void {
    isLost = true;
    const isTakenOver = present?.job.jobId === job.jobId && present.job.state !== "cancelled";
    // The job of a document goes with it, and nothing else takes away one that is worked on.
    const cause = present === null ? DOCUMENT_DELETED : present.job.cause;
    if (!isTakenOver) takenFor ??= cause ?? "Another order took its place";
    onLost(new AppError("cancelled", takenFor ?? "Another copy of the service works on it"));
  }

  async function beat(): Promise<void> {
    const at = now().toISOString();
    await change((before) => ({ ...before, ...progress, updatedAt: at }));
  }

  return {
    job,
    get takenFor() {
      return takenFor;
    },
    report(next) {
      progress = next;
    },
    async confirm() {
      await beat();
      if (isLost) throw new AppError("cancelled", takenFor ?? "Another copy of the service works on it");
    },
    take(reason) {
      takenFor ??= reason;
      isLost = true;
    },
    async end(make, onTried) {
      stopBeats();
      for (let attempt = 1; ; attempt++) {
        try {
          await change(make);
          onTried();
          return;
        } catch (error) {
          onFailure(error, "write down how a job ended");
          onTried();
          if (attempt === END_ATTEMPTS || isClosing()) return;
          await pause(RETRY_MS);
        }
      }
    },
    release: stopBeats,
  };
}

function callLimit(): AbortSignal {
  return AbortSignal.timeout(CALL_LIMIT_MS);
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
