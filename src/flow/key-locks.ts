import { orAborted } from "./or-aborted.ts";

/** Lets tasks with the same key run one after the other, while those with other keys go on. */
export interface KeyLocks {
  /** Runs the task when its turn comes; a caller whose signal aborts while waiting leaves the queue. */
  run<T>(key: string, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Locks that nobody holds; a key that nobody uses costs nothing. */
export function openKeyLocks(): KeyLocks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(key, task, signal) {
      signal.throwIfAborted();
      const before = last.get(key);
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const turn = Promise.all([before, over]);
      last.set(key, turn);
      try {
        if (before !== undefined) await orAborted(before, signal);
        return await task();
      } finally {
        end();
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}
