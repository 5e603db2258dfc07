/** Lets tasks with the same key run one after the other. */
interface Turns {
  /** Runs the task when its turn comes; a caller whose signal aborts while waiting leaves the queue. */
  take<T>(key: string, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Turns; a key that nobody uses costs nothing. */
export function openTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, task, signal) {
      const before = last.get(key);
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const turn = Promise.all([before, over]);
      last.set(key, turn);
      try {
        if (before !== undefined) await untilAborted(before, signal);
        return await task();
      } finally {
        end();
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}

/** Waits for the promise, but no longer than the signal allows. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
