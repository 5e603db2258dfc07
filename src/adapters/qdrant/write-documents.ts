import { AppError } from "../../domain/errors.ts";
import { newId } from "../../domain/id.ts";
import type { Point } from "../../domain/passage.ts";
import type { IndexedDocument, VectorStore } from "../../ports/vector-store.ts";
import type { DocumentPoints } from "./document-points.ts";
import {
  type Change,
  entryOf,
  isSame,
  latestName,
  type Page,
  type Version,
  wasMadeBy,
  wasTouched,
} from "./ledger.ts";
import { announce, commit, forget, giveUp, recordName, removeAll, renew } from "./ledger-edits.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { refusalStatus } from "./qdrant-api.ts";

type Writes = Pick<VectorStore, "replaceDocument" | "renameDocument" | "removeDocument">;

export interface WriteParts {
  ledger: LedgerStore;
  points: DocumentPoints;
  now(): Date;
  /** Told when old points could not be deleted. They are hidden, and the ledger knows of them. */
  onLeftover(cause: unknown): void;
}

/** A writer that has not been heard of for so long is taken for dead. */
export const STALE_MS = 120_000;
const RENEW_MS = 20_000;
/** How long tidying up may take; it goes on when the caller has left. */
const TIDY_LIMIT_MS = 30_000;
const RENAME_ATTEMPTS = 20;

/** The writing half of the store. */
export function documentWrites({ ledger, points, now, onLeftover }: WriteParts): Writes {
  const time = () => now().toISOString();

  async function upload(
    version: Version,
    { document, newPoints }: { document: IndexedDocument; newPoints: readonly Point[] },
    signal: AbortSignal,
  ): Promise<void> {
    let heardOfAt = now().getTime();
    for (const batch of points.batchesOf(document, newPoints)) {
      if (now().getTime() - heardOfAt > RENEW_MS) {
        const since = time();
        const page = await ledger.change(version.documentId, (page) => renew(page, version, since), signal);
        if (entryOf(page, version)?.state !== "arriving") return;
        heardOfAt = Date.parse(since);
      }
      await points.write(batch, signal);
    }
  }

  /** Commits a version that has arrived whole, and gives the page after that. */
  function switchTo(version: Version, signal: AbortSignal): Promise<Page> {
    let name: string | null = null;
    return ledger.change(
      version.documentId,
      async (page) => {
        const entry = entryOf(page, version);
        if (entry?.state !== "arriving") return null;
        if (entry.name !== null && entry.name !== name) {
          await points.rename(version.documentId, version, entry.name, signal);
          name = entry.name;
        }
        const hidden = changesOf(page, version.documentId);
        const visible = await points.findVersions(version.documentId, hidden, signal);
        return commit(page, version, { visible, since: time() });
      },
      signal,
    );
  }

  /** Deletes what the page hides of the document and nobody writes any more. */
  async function tidy(documentId: string, page: Page, own: Version | null): Promise<void> {
    const signal = AbortSignal.timeout(TIDY_LIMIT_MS);
    const hidden = changesOf(page, documentId).filter(({ state }) => state !== "arriving");
    await points.remove(documentId, hidden, signal);
    const over = hidden.filter((change) => isOver(change, now()) || (own !== null && isSame(change, own)));
    if (over.length > 0) await ledger.change(documentId, (page) => forget(page, over), signal);
  }

  /** After a failure: true where the version was committed after all, else it never will be. */
  async function settle(version: Version, isWriteLost: boolean): Promise<boolean> {
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

  async function tidyOrReport(documentId: string, page: Page, own: Version | null): Promise<void> {
    try {
      await tidy(documentId, page, own);
    } catch (error) {
      onLeftover(error);
    }
  }

  async function removeDocument(documentId: string, signal: AbortSignal): Promise<number> {
    const removal = { id: newId(), documentId, since: time() };
    let count = 0;
    const page = await ledger.change(
      documentId,
      async (page) => {
        const hidden = changesOf(page, documentId);
        const visible = await points.findVersions(documentId, hidden, signal);
        if (visible.length > 0) count = await points.count(documentId, visible, signal);
        return removeAll(page, removal, visible);
      },
      signal,
    );
    if (changesOf(page, documentId).length > 0) await tidyOrReport(documentId, page, null);
    return wasMadeBy(page, removal.id) ? count : 0;
  }

  return {
    removeDocument,

    async replaceDocument(document, newPoints, signal) {
      if (newPoints.length === 0) {
        await removeDocument(document.documentId, signal);
        return;
      }
      const { documentId, userId, indexVersion } = document;
      const version = { documentId, userId, indexVersion };
      let page: Page;
      let isWriteLost = false;
      try {
        const since = time();
        await ledger.change(documentId, (page) => announce(page, version, since), signal);
        isWriteLost = true;
        await upload(version, { document, newPoints }, signal);
        isWriteLost = false;
        page = await switchTo(version, signal);
        expectSettled(page, version);
      } catch (error) {
        page = await settledOrThrow(
          error,
          () => settle(version, isWriteLost && refusalStatus(error) === undefined),
          () => ledger.readPageOf(documentId, AbortSignal.timeout(TIDY_LIMIT_MS)),
        );
      }
      if (changesOf(page, documentId).length > 0) await tidyOrReport(documentId, page, version);
    },

    /**
     * One update of the payloads. Where a version arrived or another renaming came while it ran, names may be mixed:
     * then it is done again with the latest name, so that everyone ends with the same.
     */
    async renameDocument(documentId, name, signal) {
      const renaming = { id: newId(), documentId, name };
      for (let attempt = 0; attempt < RENAME_ATTEMPTS; attempt++) {
        const before = await ledger.change(documentId, (page) => recordName(page, renaming), signal);
        await points.rename(documentId, null, latestName(before, documentId) ?? name, signal);
        const after = await ledger.readPageOf(documentId, signal);
        if (!wasTouched(after, before.sequence, (touch) => touch.documentId === documentId)) return;
      }
      throw new AppError("vector-store-failed", "The document is changing too fast to be renamed", {
        details: "Try again in a moment",
      });
    },
  };
}

/** Whether nothing will write points of this version any more. */
export function isOver(change: Change, now: Date): boolean {
  return change.state === "leaving" || now.getTime() - Date.parse(change.since) > STALE_MS;
}

/** What the page hides of a document. */
export function changesOf(page: Page, documentId: string): Change[] {
  return page.changes.filter((change) => change.documentId === documentId);
}

/** A version that was overtaken counts as stored and replaced at once: the other one came after it. */
function expectSettled(page: Page, version: Version): void {
  const state = entryOf(page, version)?.state;
  if (state === "overtaken") return;
  if (state === undefined && version.indexVersion !== null && wasMadeBy(page, version.indexVersion)) return;
  throw new AppError("vector-store-failed", "The indexing was interrupted for too long", {
    details: "Index the document again",
  });
}

async function settledOrThrow(
  error: unknown,
  settle: () => Promise<boolean>,
  readPage: () => Promise<Page>,
): Promise<Page> {
  let isCommitted: boolean;
  try {
    isCommitted = await settle();
  } catch (second) {
    throw withBoth(error, second);
  }
  if (!isCommitted) throw error;
  return readPage();
}

/** Keeps the cause of the failure and of the failed attempt to undo it. */
function withBoth(error: unknown, second: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const options = error.details === undefined ? {} : { details: error.details };
  return new AppError(error.code, error.message, { ...options, cause: new AggregateError([error, second]) });
}
