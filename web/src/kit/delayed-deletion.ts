import { createStore, type Store } from "../state/store.ts";

/** How long a deletion can be taken back. */
export const UNDO_MS = 10_000;

/** Deletions that have been asked for and can still be taken back. */
export interface DelayedDeletions {
  /** Ids that are hidden because they will be deleted. */
  pending: Store<ReadonlySet<string>>;
  /** Hides ids now and deletes them after a while. */
  start(
    ids: readonly string[],
    remove: (id: string, options: { keepalive: boolean }) => Promise<void>,
  ): Deletion;
  /** Sends what is pending at once, for a page or a user that is going away, and waits for the answers. */
  flush(): Promise<void>;
}

/** One deletion of several things. */
export interface Deletion {
  undo(): void;
  /** Settles when it was sent, with the failures, or at once when it was taken back. */
  finished: Promise<readonly unknown[]>;
}

/** Deletions with a time to think. `onDone` hears of ids when the service has answered. */
export function createDelayedDeletions(delayMs: number = UNDO_MS): DelayedDeletions {
  const pending = createStore<ReadonlySet<string>>(new Set());
  const running = new Set<{ send(keepalive: boolean): Promise<void> }>();

  return {
    pending,
    start(ids, remove) {
      const { promise: finished, resolve } = Promise.withResolvers<readonly unknown[]>();
      pending.update((hidden) => new Set([...hidden, ...ids]));
      const deletion = {
        async send(keepalive: boolean) {
          end();
          const outcomes = await Promise.allSettled(ids.map((id) => remove(id, { keepalive })));
          show(ids);
          resolve(
            outcomes.filter((outcome) => outcome.status === "rejected").map((outcome) => outcome.reason),
          );
        },
      };
      const timer = setTimeout(() => deletion.send(false), delayMs);
      const end = () => {
        clearTimeout(timer);
        running.delete(deletion);
      };
      running.add(deletion);
      return {
        finished,
        undo() {
          if (!running.has(deletion)) return;
          end();
          show(ids);
          resolve([]);
        },
      };
    },
    async flush() {
      await Promise.all([...running].map((deletion) => deletion.send(true)));
    },
  };

  function show(ids: readonly string[]): void {
    const shown = new Set(ids);
    pending.update((hidden) => new Set([...hidden].filter((id) => !shown.has(id))));
  }
}
