import { AppError } from "../../domain/errors.ts";
import type { DocumentPoints } from "./document-points.ts";
import { switchEnded } from "./generation.ts";
import { type Change, entryOf, isSame, type Page, type Version, wasMadeBy } from "./ledger.ts";
import { type Edit, forget, giveUp, renew, reopen } from "./ledger-edits.ts";
import type { LedgerStore } from "./ledger-store.ts";
import type { WrittenPoint } from "./payload.ts";
import { refusalStatus } from "./qdrant-api.ts";

export interface WriteParts {
  ledger: LedgerStore;
  points: DocumentPoints;
  now(): Date;
  /** Told when old points could not be deleted. They are hidden, and the ledger knows of them. */
  onLeftover(cause: unknown): void;
  /** The generation that was seen when this process' embedder was last found to be the recorded one. */
  confirmed: { generation?: string | null };
}

/** What every writing of a version is made of, whether it is to be seen at once or staged. */
export interface VersionWrites {
  /** Writes the points of an announced version, and says now and then that the writer is alive. */
  upload(version: Version, batches: Batches, signal: AbortSignal): Promise<void>;
  /** Opens a page that a switch left closed; null where it is open. Rejects while somebody is about to switch. */
  reopened(page: Page, signal: AbortSignal): Promise<Edit>;
  /** After a failure: the page where the version was committed after all; else undoes it and throws the failure. */
  settle(version: Version, failure: WriteFailure): Promise<Page>;
  /** Undoes a version that has not been committed and whose points are all written. */
  abandon(version: Version): Promise<void>;
  /** Deletes what the page hides of the document and nobody writes any more. */
  tidy(version: Version | { documentId: string }, page: Page): Promise<void>;
}

export type Batches = Iterable<WrittenPoint[]> | AsyncIterable<WrittenPoint[]>;

export interface WriteFailure {
  error: unknown;
  /** Whether points may still be on their way. */
  isWriting: boolean;
}

/** A writer that has not been heard of for so long is taken for dead. */
export const STALE_MS = 120_000;
const RENEW_MS = 20_000;
/** How long tidying up may take; it goes on when the caller has left. */
const TIDY_LIMIT_MS = 30_000;

/** The writes of versions with these parts. */
export function openVersionWrites({ ledger, points, now, onLeftover }: WriteParts): VersionWrites {
  /** After a failure: true where the version was committed after all, else it never will be. */
  async function isCommitted(version: Version, isWriteLost: boolean): Promise<boolean> {
    const signal = AbortSignal.timeout(TIDY_LIMIT_MS);
    const page = await ledger.change(version.documentId, (page) => giveUp(page, version), signal);
    if (version.indexVersion !== null && wasMadeBy(page, version.indexVersion)) return true;
    if (entryOf(page, version) !== undefined) {
      await points.remove(version.documentId, [version], signal);
      // A write whose answer was lost may still come; until it is surely over, its points have to stay hidden.
      if (!isWriteLost) await ledger.change(version.documentId, (page) => forget(page, [version]), signal);
    }
    return false;
  }

  async function removeHidden(version: Version | { documentId: string }, page: Page): Promise<void> {
    const { documentId } = version;
    const signal = AbortSignal.timeout(TIDY_LIMIT_MS);
    const hidden = changesOf(page, documentId).filter(({ state }) => state !== "arriving");
    await points.remove(documentId, hidden, signal);
    const isOwn = (change: Change) => "indexVersion" in version && isSame(change, version);
    const over = hidden.filter((change) => isOver(change, now()) || isOwn(change));
    if (over.length > 0) await ledger.change(documentId, (page) => forget(page, over), signal);
  }

  return {
    async upload(version, batches, signal) {
      let heardOfAt = now().getTime();
      for await (const batch of batches) {
        if (now().getTime() - heardOfAt > RENEW_MS) {
          const since = now().toISOString();
          const page = await ledger.change(version.documentId, (page) => renew(page, version, since), signal);
          if (entryOf(page, version)?.state !== "arriving") return;
          heardOfAt = Date.parse(since);
        }
        await points.write(batch, signal);
      }
    },

    async reopened(page, signal) {
      const { closedBy } = page;
      if (closedBy === null) return null;
      let generation = await ledger.readGeneration(signal);
      if (generation.switching?.by === closedBy) {
        if (!isStale(generation.switching.since, now())) throw switching();
        // Whoever was about to switch is dead, or will find that it may no longer do so.
        generation = await ledger.changeGeneration((record) => switchEnded(record, closedBy), signal);
      }
      return reopen(page, closedBy, generation.current);
    },

    async settle(version, { error, isWriting }) {
      try {
        const isWriteLost = isWriting && refusalStatus(error) === undefined;
        if (await isCommitted(version, isWriteLost)) {
          return await ledger.readPageOf(version.documentId, AbortSignal.timeout(TIDY_LIMIT_MS));
        }
      } catch (second) {
        throw withBoth(error, second);
      }
      throw error;
    },

    async abandon(version) {
      await isCommitted(version, false);
    },

    async tidy(version, page) {
      if (changesOf(page, version.documentId).length === 0) return;
      try {
        await removeHidden(version, page);
      } catch (error) {
        onLeftover(error);
      }
    },
  };
}

/** Whether nothing will write points of this version any more. */
export function isOver(change: Change, now: Date): boolean {
  return change.state === "leaving" || isStale(change.since, now);
}

/** Whether what was last heard of then is taken for dead. */
export function isStale(since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) > STALE_MS;
}

/** What the page hides of a document. */
export function changesOf(page: Page, documentId: string): Change[] {
  return page.changes.filter((change) => change.documentId === documentId);
}

/** Said to whoever comes while the library goes over to another embedder. */
export function switching(): AppError {
  return new AppError("vector-store-failed", "The library is going over to another embedder", {
    details: "Try again in a moment",
  });
}

/** Keeps the cause of the failure and of the failed attempt to undo it. */
function withBoth(error: unknown, second: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const options = error.details === undefined ? {} : { details: error.details };
  return new AppError(error.code, error.message, { ...options, cause: new AggregateError([error, second]) });
}
