/** Entry of the thread that ends a reader process whose parent is gone. */
import { parentPort, workerData } from "node:worker_threads";

const LOOK_INTERVAL_MS = 500;

// Whoever starts the thread gives it this.
const { parentId } = workerData as { parentId: number };

setInterval(() => {
  if (!isParentAlive()) process.kill(process.pid, "SIGKILL");
}, LOOK_INTERVAL_MS);
parentPort?.postMessage("looking");

function isParentAlive(): boolean {
  // An orphan gets another parent at once, except on Windows.
  if (process.ppid !== parentId) return false;
  try {
    return process.kill(parentId, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
