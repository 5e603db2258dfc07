import { Worker } from "node:worker_threads";

/**
 * Makes this process end when its parent does, also where a file keeps its main thread busy: that one would never
 * see the closed channel, so a thread of its own looks. Resolves once it looks.
 */
export async function endWithParent(parentId: number): Promise<void> {
  // Nothing milder ends a process whose threads are busy.
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  const watch = new Worker(new URL("./parent-watch.ts", import.meta.url), {
    workerData: { parentId },
  });
  watch.unref();
  await new Promise<void>((resolve, reject) => {
    watch.once("message", () => resolve());
    watch.once("error", reject);
  });
}
