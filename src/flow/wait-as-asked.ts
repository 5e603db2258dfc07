import { AppError } from "../domain/errors.ts";

/** How work that nobody waits for waits where it is asked to. */
export interface Patience {
  /** How far the work is: as long as that grows, it goes on. */
  done(): number;
  onWait(waitMs: number): void;
  /** Lets time pass. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A longer wait is not worth to keep a process for. */
const LONGEST_WAIT_MS = 5 * 60_000;
const SHORTEST_WAIT_MS = 1_000;
/** How often in a row it waits without getting any further. */
const FRUITLESS_WAITS = 3;

/** Makes the attempt until it succeeds, and before each other one waits as long as the failure asks for. */
export async function waitAsAsked<T>(
  attempt: () => Promise<T>,
  { done, onWait, wait }: Patience,
  signal: AbortSignal,
): Promise<T> {
  let doneBefore = done();
  let fruitless = 0;
  while (true) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      fruitless = done() > doneBefore ? 1 : fruitless + 1;
      doneBefore = done();
      const askedMs = error instanceof AppError ? error.retryAfterMs : undefined;
      if (askedMs === undefined || askedMs > LONGEST_WAIT_MS || fruitless > FRUITLESS_WAITS) throw error;
      const waitMs = Math.max(SHORTEST_WAIT_MS, askedMs);
      onWait(waitMs);
      await wait(waitMs, signal);
    }
  }
}
