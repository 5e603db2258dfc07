import { setTimeout as pause } from "node:timers/promises";
import type { Leftover, VectorLeftovers } from "../../ports/vector-leftovers.ts";
import type { DocumentPoints } from "./document-points.ts";
import { type Change, changesOf, entryOf, isHidden, isSame, nextPage, type Page } from "./ledger.ts";
import { giveUp, isCommitted } from "./ledger-edits.ts";
import type { LedgerStore } from "./ledger-store.ts";
import type { MarkedHead } from "./payload.ts";
import { SETTLING_MS } from "./steady-view.ts";
import type { SweepLease } from "./sweep-lease.ts";
import { isStale } from "./version-writes.ts";

interface LeftoverParts {
  ledger: LedgerStore;
  points: DocumentPoints;
  lease: SweepLease;
  now(): Date;
}

/** What is left of the changes of one document whose makers have not been heard of for a while. */
interface Remains {
  documentId: string;
  entries: Change[];
  marks: MarkedHead[];
}

/** Leftovers of this ledger and its points. */
export function openLeftovers({ ledger, points, lease, now }: LeftoverParts): VectorLeftovers {
  async function find(signal: AbortSignal): Promise<Remains[]> {
    const isOld = ({ since }: { since: string }) => isStale(since, now());
    const marks = (await Array.fromAsync(points.marked(signal))).filter(isOld);
    // After the marks: what is settled meanwhile has left the ledger too.
    const { pages } = await ledger.readAll(signal);
    const entries = pages.flatMap(({ changes }) => changes).filter(isOld);
    const ids = new Set([...marks, ...entries].map(({ documentId }) => documentId));
    return [...ids].map((documentId) => ({
      documentId,
      entries: entries.filter((entry) => entry.documentId === documentId),
      marks: marks.filter((mark) => mark.documentId === documentId),
    }));
  }

  /** Lets no maker of these marks go on as if nothing had happened, should it wake up after all. */
  async function decide({ documentId, marks }: Remains, signal: AbortSignal): Promise<Page> {
    const at = now().toISOString();
    const touch = { userId: "", documentId, by: null, name: null, at };
    let isTouched = false;
    return ledger.change(
      documentId,
      (page) => {
        const dead = marks.find((mark) => isDeadArrival(page, mark));
        if (dead !== undefined) return giveUp(page, dead, at);
        const isPending = marks.some((mark) => !isArrival(mark) && entryOf(page, mark) === undefined);
        if (!isPending || isTouched) return null;
        isTouched = true;
        return nextPage(page, page.changes, [touch]);
      },
      signal,
    );
  }

  async function clearUp(remains: Remains, signal: AbortSignal): Promise<void> {
    const { documentId, marks } = remains;
    const page = await decide(remains, signal);
    const isMeant = (entry: Change) => [...remains.entries, ...marks].some((other) => isSame(entry, other));
    const entries = changesOf(page, documentId).filter(isMeant);
    const heads = await points.heads(documentId, null, signal);
    const headsIn = (isWanted: (entry: Change) => boolean) =>
      heads.filter((head) => entries.some((entry) => isSame(entry, head) && isWanted(entry)));
    const leaving = headsIn(({ state }) => state === "leaving");
    await points.mark(leaving, { id: `sweep-${documentId}`, at: now().toISOString() }, signal);
    await pause(SETTLING_MS);
    await points.remove(
      documentId,
      entries.filter((entry) => isHidden(entry) && entry.state !== "leaving"),
      signal,
    );
    await points.removeAllButHeads(leaving, signal);
    await points.show(
      headsIn(({ state }) => state === "arrived"),
      signal,
    );
    await pause(SETTLING_MS);
    await points.removeHeads(leaving, signal);
    await points.settle([...new Set(marks.map(({ changeId }) => changeId))], signal);
    ledger.forgetSoon(entries);
    await ledger.forgetNow(signal);
  }

  return {
    async leftovers(signal) {
      return (await find(signal)).map(leftoverOf);
    },

    removeLeftovers: (signal) =>
      lease.hold(async () => {
        const found = await find(signal);
        for (const remains of found) await clearUp(remains, signal);
        return found.map(leftoverOf);
      }, signal),
  };
}

/** Whether the mark is that of a version itself, not of something that takes it away. */
function isArrival({ changeId, indexVersion }: MarkedHead): boolean {
  return changeId === indexVersion;
}

function isDeadArrival(page: Page, mark: MarkedHead): boolean {
  return isArrival(mark) && mark.isArriving && !isCommitted(page, mark) && entryOf(page, mark) === undefined;
}

function leftoverOf({ documentId, entries, marks }: Remains): Leftover {
  const [first] = [...entries, ...marks];
  return { documentId, userId: first?.userId ?? "", since: first?.since ?? "" };
}
