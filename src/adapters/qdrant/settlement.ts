import { setTimeout as pause } from "node:timers/promises";
import type { DocumentPoints, ShownVersion } from "./document-points.ts";
import type { Version } from "./ledger.ts";
import type { Entry } from "./ledger-edits.ts";
import type { LedgerStore } from "./ledger-store.ts";
import type { Head } from "./payload.ts";
import { SETTLING_MS } from "./steady-view.ts";

/**
 * Brings what the ledger has decided to the points, in an order and with pauses in which no search can see a part of
 * it. What is to go is gone when `settle` returns; the rest is done afterwards, for many changes at once.
 */
export interface Settlement {
  settle(change: DecidedChange): Promise<void>;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
  /** Ends it: what has not been done is a leftover. */
  close(): void;
}

/** A change that the ledger has decided. */
export interface DecidedChange {
  /** What its marks are made by. */
  id: string;
  documentId: string;
  /** When its marks were surely there, by the clock that never goes back. */
  markedAtMs: number;
  /** Versions that go; the user whose they are sees the mark of what takes their place. */
  leaving: readonly Head[];
  /** Versions that go, and whose own heads are marked. */
  marked: readonly Head[];
  /** Versions that were never seen and never will be. Their writers may be alive, so the ledger does not forget them. */
  overtaken: readonly Version[];
  /** Versions that somebody else had hidden, and whose points go with those that leave. */
  hidden: readonly Version[];
  /** The version that takes their place. */
  arrived: ShownVersion | null;
}

interface SettlementParts {
  points: DocumentPoints;
  ledger: LedgerStore;
  /** Told what could not be done; it stays hidden, and the next sweep finds it. */
  onLeftover(cause: unknown): void;
}

/** How long the end of one change waits for that of others. */
const GATHERING_MS = 100;
const STEP_LIMIT_MS = 30_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

/** The settlement of changes of these points. */
export function openSettlement({ points, ledger, onLeftover }: SettlementParts): Settlement {
  const closing = new AbortController();
  let waiting: Unfinished[] = [];
  let working: Promise<void> | null = null;

  const step = () => AbortSignal.any([AbortSignal.timeout(STEP_LIMIT_MS), closing.signal]);

  /** Deletes what goes. Searches that began before the mark was there are over by now. */
  async function clear(change: DecidedChange): Promise<void> {
    const { documentId, markedAtMs, marked } = change;
    const unmarked = [...change.leaving, ...change.hidden];
    await points.remove(documentId, change.overtaken, step());
    if (unmarked.length + marked.length === 0) return;
    await pause(Math.max(0, markedAtMs + SETTLING_MS - performance.now()));
    await points.remove(documentId, unmarked, step());
    if (marked.length === 0) return;
    await points.removeAllButHeads(marked, step());
    await pause(SETTLING_MS);
    await points.removeHeads(marked, step());
  }

  /** Lets the points of what has arrived speak for themselves, removes the marks, and then the entries. */
  async function end(changes: readonly DecidedChange[]): Promise<void> {
    const arrived = changes.flatMap((change) => change.arrived ?? []);
    const ready = Math.max(...changes.map(({ markedAtMs }) => markedAtMs)) + SETTLING_MS;
    await pause(Math.max(0, ready - performance.now()));
    await points.show(arrived, step());
    await pause(SETTLING_MS);
    await points.settle(
      changes.map(({ id }) => id),
      step(),
    );
    ledger.forgetSoon(changes.flatMap(entriesOf));
  }

  async function finish(unfinished: readonly Unfinished[]): Promise<void> {
    for (const item of unfinished.filter(({ isCleared }) => !isCleared)) {
      await clear(item.change);
      item.isCleared = true;
    }
    await end(unfinished.map(({ change }) => change));
  }

  async function persistently(task: () => Promise<void>): Promise<void> {
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      try {
        return await task();
      } catch (error) {
        if (attempt === ATTEMPTS && !closing.signal.aborted) return onLeftover(error);
        await pause(FIRST_PAUSE_MS * 2 ** attempt, undefined, { signal: closing.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(GATHERING_MS);
      const unfinished = waiting;
      waiting = [];
      if (unfinished.length === 0) return persistently(() => ledger.forgetNow(step()));
      await persistently(() => finish(unfinished));
    }
  }

  /** What comes while the last of the work is being done begins it anew. */
  function begin(): void {
    working ??= work().finally(() => {
      working = null;
      if (waiting.length > 0 && !closing.signal.aborted) begin();
    });
  }

  async function settled(): Promise<void> {
    while (working !== null) await working;
  }

  return {
    async settle(change) {
      const isCleared = await clear(change).then(
        () => true,
        // It is decided all the same, and hidden: what failed here is tried again below.
        () => false,
      );
      waiting.push({ change, isCleared });
      begin();
      // Points without a version are known by their document alone: new ones would be taken for those that have gone.
      const isNameless = [...change.leaving, ...change.marked].some((head) => head.indexVersion === null);
      if (isNameless) await settled();
    },

    settled,

    close() {
      closing.abort();
    },
  };
}

interface Unfinished {
  change: DecidedChange;
  isCleared: boolean;
}

function entriesOf({ leaving, marked, arrived }: DecidedChange): Entry[] {
  const gone = [...leaving, ...marked].map((head) => ({ ...versionOf(head), state: "leaving" as const }));
  return arrived === null ? gone : [...gone, { ...versionOf(arrived), state: "arrived" as const }];
}

function versionOf({ documentId, userId, indexVersion }: Version): Version {
  return { documentId, userId, indexVersion };
}
