/** Work that goes on beside other work, a few tasks at a time. */
interface Tasks {
  /** Starts a task, once there is room. Throws what an earlier one failed with. */
  add(task: () => Promise<void>): Promise<void>;
  /** Waits until nothing goes on any more; throws what a task failed with. */
  end(): Promise<void>;
}

/** Tasks of which at most `width` go on at the same time. */
export function openTasks(width: number): Tasks {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const throwFailure = () => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    async add(task) {
      while (running.size >= width) await Promise.race(running);
      throwFailure();
      const run = task()
        .catch((error: unknown) => {
          failures.push(error);
        })
        .finally(() => running.delete(run));
      running.add(run);
    },
    async end() {
      await Promise.all(running);
      throwFailure();
    },
  };
}
