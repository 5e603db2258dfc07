import { AppError } from "../domain/errors.ts";

/** Lets a bounded number in at once and a bounded number wait; who would wait too long is refused instead. */
export interface Admission {
  /**
   * A place, when its turn comes. Refused with `busy` as soon as it is known that the turn would come too late: at
   * once where the queue tells, or when the work turns out to be slower than it was. An aborted signal leaves the queue.
   */
  enter(signal: AbortSignal): Promise<Place>;
}

/** A place that somebody has taken. */
interface Place {
  /** Gives the place to the next one; called again, it does nothing. */
  leave(): void;
}

interface AdmissionOptions {
  /** How many are in at once. */
  places: number;
  /** How long anybody may wait. */
  maxWaitMs: number;
  /** How long it takes from one turn to the next, before that is known. */
  firstTurnMs: number;
  /** How many may wait, however fast it goes. */
  maxWaiting: number;
  /** The time, in milliseconds. */
  now(): number;
}

interface Waiting {
  since: number;
  admit(): void;
  refuse(reason: unknown): void;
}

/** From how many turns at most, and at least, the time of a turn is reckoned. */
const REMEMBERED_TURNS = 32;
const TELLING_TURNS = 4;

/** When who was refused may come again. */
const SHORTEST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** Opens an admission with nobody in it. */
export function openAdmission(options: AdmissionOptions): Admission {
  const { places, maxWaitMs, maxWaiting, now } = options;
  const queue = new Set<Waiting>();
  let taken = 0;
  /** When places were handed on, one after the other, as long as somebody waited. */
  let turns: number[] = [];
  /** How long it takes from one turn to the next, as far as is known. The first one may have had much to load. */
  let turnMs = options.firstTurnMs;

  /** How long the one at this position of the queue still waits. */
  const waitOf = (position: number) => (position + 1) * turnMs;

  function noteTurn(): void {
    turns = [...turns, now()].slice(-REMEMBERED_TURNS - 1);
    const count = turns.length - 1;
    if (count >= TELLING_TURNS) turnMs = ((turns.at(-1) ?? 0) - (turns[0] ?? 0)) / count;
  }

  function busy(): AppError {
    return new AppError("busy", "The service has more to do than it can", {
      details: "Try again in a moment",
      retryAfterMs: Math.min(Math.max(waitOf(queue.size), SHORTEST_RETRY_MS), LONGEST_RETRY_MS),
    });
  }

  function take(): Place {
    let isTaken = true;
    return {
      leave() {
        if (!isTaken) return;
        isTaken = false;
        const [next] = queue;
        if (next === undefined) {
          taken -= 1;
          turns = [];
        } else {
          noteTurn();
          next.admit();
          refuseTheLate();
        }
      },
    };
  }

  /** The longer a turn turns out to be, the fewer of those who wait can still be served in time. */
  function refuseTheLate(): void {
    let position = 0;
    for (const waiting of queue) {
      if (now() - waiting.since + waitOf(position) > maxWaitMs) waiting.refuse(busy());
      else position += 1;
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (taken < places) {
        taken += 1;
        return take();
      }
      if (queue.size >= maxWaiting || waitOf(queue.size) > maxWaitMs) throw busy();
      const { promise, resolve, reject } = Promise.withResolvers<Place>();
      // Who leaves the queue does so at once: nobody else may be told that it still waits.
      const withdraw = () => {
        queue.delete(waiting);
        clearTimeout(limit);
        signal.removeEventListener("abort", leave);
      };
      const waiting: Waiting = {
        since: now(),
        admit() {
          withdraw();
          resolve(take());
        },
        refuse(reason) {
          withdraw();
          reject(reason);
        },
      };
      const leave = () => waiting.refuse(signal.reason);
      const limit = setTimeout(() => waiting.refuse(busy()), maxWaitMs);
      signal.addEventListener("abort", leave, { once: true });
      queue.add(waiting);
      return promise;
    },
  };
}

/** Does the task in a place of its own. */
export async function withPlace<T>(
  admission: Admission,
  task: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const place = await admission.enter(signal);
  try {
    return await task();
  } finally {
    place.leave();
  }
}
