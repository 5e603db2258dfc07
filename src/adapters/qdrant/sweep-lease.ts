import { newId } from "../../domain/id.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { isStale } from "./version-writes.ts";

/** Lets one copy of the service at a time look for what dead writers have left. */
export interface SweepLease {
  /** Does the task, or nothing, with an empty list, where another copy is at it. */
  hold<T>(task: () => Promise<T[]>, signal: AbortSignal): Promise<T[]>;
}

const RELEASE_LIMIT_MS = 10_000;

/** The lease that this ledger keeps. A holder that has not been heard of for two minutes has lost it. */
export function openSweepLease(ledger: LedgerStore, now: () => Date): SweepLease {
  return {
    async hold(task, signal) {
      const by = newId();
      const since = now().toISOString();
      const taken = await ledger.changeSweep((sweep) => {
        const isFree = sweep.by === null || isStale(sweep.since, now());
        return isFree ? { ...sweep, by, since, sequence: sweep.sequence + 1 } : null;
      }, signal);
      if (taken.by !== by) return [];
      try {
        return await task();
      } finally {
        await ledger.changeSweep(
          (sweep) => (sweep.by === by ? { ...sweep, by: null, sequence: sweep.sequence + 1 } : null),
          AbortSignal.timeout(RELEASE_LIMIT_MS),
        );
      }
    },
  };
}
