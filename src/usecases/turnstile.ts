/** Lets a bounded number of tasks run at once; the others wait in the order in which they came. */
interface Turnstile {
  /** Runs the task when its turn comes. A caller whose signal aborts while waiting leaves the queue. */
  pass<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A turnstile for `places` tasks at a time. */
export function openTurnstile(places: number): Turnstile {
  let free = places;
  const waiting = new Set<() => void>();

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(admit);
        reject(signal.reason);
      };
      const admit = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      waiting.add(admit);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  function exit(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async pass(task, signal) {
      await enter(signal);
      try {
        return await task();
      } finally {
        exit();
      }
    },
  };
}

/** Keeps changes of one document in single file, while other documents go on. */
export interface DocumentLocks {
  hold<T>(documentId: string, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Locks for documents; one that nobody holds costs nothing. */
export function openDocumentLocks(): DocumentLocks {
  const turnstiles = new Map<string, { turnstile: Turnstile; users: number }>();
  return {
    async hold(documentId, task, signal) {
      const entry = turnstiles.get(documentId) ?? { turnstile: openTurnstile(1), users: 0 };
      turnstiles.set(documentId, entry);
      entry.users += 1;
      try {
        return await entry.turnstile.pass(task, signal);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) turnstiles.delete(documentId);
      }
    },
  };
}
