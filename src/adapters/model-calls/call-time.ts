import { setTimeout as wait } from "node:timers/promises";

/** Time and chance, as the calls to a provider see them. */
export interface CallTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Ends after the time, or at once with the signal's reason. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** The clock and the dice of the machine. */
export const machineTime: CallTime = {
  now: () => Date.now(),
  async sleep(durationMs, signal) {
    try {
      await wait(durationMs, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
  random: () => Math.random(),
};
