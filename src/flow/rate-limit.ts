/** What became of a request that a limit was asked about. */
interface Allowance {
  isAllowed: boolean;
  /** How many more may come at once. */
  remaining: number;
  /** After how long one more may come; after how long all may where `remaining` is not 0. */
  waitMs: number;
}

/** Counts what somebody asks for, and says when it is too much. */
export interface RateLimit {
  take(key: string): Allowance;
}

interface RateLimitOptions {
  /** How many may come within a window, all at once or spread over it. */
  quota: number;
  windowMs: number;
  /** How many keys are remembered; those that have rested longest are forgotten first. */
  maxKeys: number;
  /** Milliseconds that never go back. */
  now(): number;
}

/** A limit by key. What was taken comes back bit by bit, so that nobody gets two windows' worth around a border. */
export function openRateLimit({ quota, windowMs, maxKeys, now }: RateLimitOptions): RateLimit {
  const intervalMs = windowMs / quota;
  /** When everything that a key took has come back. */
  const restedAt = new Map<string, number>();

  function remember(key: string, atMs: number): void {
    // Put at the end: the first ones are those that nobody asked about for longest.
    restedAt.delete(key);
    restedAt.set(key, atMs);
    for (const oldest of restedAt.keys()) {
      if (restedAt.size <= maxKeys) return;
      restedAt.delete(oldest);
    }
  }

  return {
    take(key) {
      const time = now();
      const rested = Math.max(restedAt.get(key) ?? time, time);
      const after = rested + intervalMs;
      // A thousandth of a turn is what sums of fractions are off by.
      const isAllowed = after - time <= windowMs + intervalMs / 1000;
      if (isAllowed) remember(key, after);
      const taken = (isAllowed ? after : rested) - time;
      const remaining = Math.max(0, Math.floor((windowMs - taken) / intervalMs + 0.001));
      return { isAllowed, remaining, waitMs: remaining > 0 ? taken : taken + intervalMs - windowMs };
    },
  };
}
