import type { CallTime } from "../../src/adapters/model-calls/call-time.ts";

/** A clock that stands still but for its own sleeps, and dice that always show the same. */
export interface FakeTime extends CallTime {
  /** Every sleep so far, in milliseconds. */
  sleeps: number[];
  advance(durationMs: number): void;
}

/** Opens the clock. A sleep is over at once, and the clock has moved by its length. */
export function openFakeTime(dice = 0): FakeTime {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    advance: (durationMs) => {
      now += durationMs;
    },
    async sleep(durationMs, signal) {
      signal.throwIfAborted();
      sleeps.push(durationMs);
      now += durationMs;
    },
    random: () => dice,
  };
}
