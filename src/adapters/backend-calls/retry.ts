import { setTimeout as pause } from "node:timers/promises";

/** An answer that is no success. The server's own words stay out of it: they may hold what callers must not see. */
export class Refusal extends Error {
  readonly status: number;
  /** When the server asked to be tried again, as it wrote it. */
  readonly retryAfter: string | null;

  constructor(server: string, status: number, retryAfter: string | null) {
    super(`${server} answered with status ${status}`);
    this.name = "Refusal";
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

interface Repetition {
  /** Ends the attempts and the pauses between them. */
  until: AbortSignal;
  /** Whether the failure may pass and trying again can do no harm. */
  mayRepeat(error: unknown): boolean;
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Does the task, and does it again after failures that pass. */
export async function retry<T>(task: () => Promise<T>, { until, mayRepeat }: Repetition): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt === ATTEMPTS || until.aborted || !mayRepeat(error)) throw error;
      const pauseMs = pauseAfter(error, FIRST_PAUSE_MS * 4 ** (attempt - 1), LONGEST_PAUSE_MS);
      await pause(pauseMs, undefined, { signal: until });
    }
  }
}

/** How long to wait after a failure: as the server asked for, else about the usual time. */
export function pauseAfter(error: unknown, usualMs: number, longestMs: number): number {
  const asked = error instanceof Refusal ? Number(error.retryAfter ?? Number.NaN) * 1_000 : Number.NaN;
  return Math.min(Number.isFinite(asked) ? asked : usualMs * (0.5 + Math.random()), longestMs);
}
