import type { IndexJob } from "../../../src/domain/index-job.ts";
import { listJobs } from "../api/jobs.ts";
import { isLocked } from "../state/account.ts";
import { isReachable } from "../state/connectivity.ts";
import { onReturn } from "../state/keep-fresh.ts";
import { currentUserId } from "../state/user.ts";

/** How often the service is asked how far it is, while there is something to ask for. */
const EVERY_MS = 1_000;

/** Asks for the user's jobs as long as somebody wants to know. */
export interface JobWatch {
  /** Asks soon, and again for as long as `isWanted` says so. */
  look(): void;
  stop(): void;
}

/** Opens a watch; what it learns goes to `onJobs`. */
export function openJobWatch(options: {
  isWanted(): boolean;
  onJobs(jobs: readonly IndexJob[]): void;
}): JobWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  /** Whether something was ordered since the question was asked: then the answer does not know of it. */
  let isOutdated = false;

  async function ask(): Promise<void> {
    timer = undefined;
    if (!isReachable.get() || isLocked()) return;
    isAsking = true;
    isOutdated = false;
    try {
      const jobs = await listJobs(currentUserId());
      if (!isOutdated) options.onJobs(jobs);
    } catch (error) {
      // The next question may be answered; one that never is shows as being out of reach.
      reportError(error);
    } finally {
      isAsking = false;
    }
    if (isOutdated || options.isWanted()) look();
  }

  function look(): void {
    isOutdated = true;
    if (timer === undefined && !isAsking) timer = setTimeout(() => void ask(), EVERY_MS);
  }

  const stopRecovery = onReturn(look);
  void ask();
  return {
    look,
    stop() {
      clearTimeout(timer);
      stopRecovery();
    },
  };
}
