import { AppError } from "../../domain/errors.ts";
import type { DocumentPoints } from "./document-points.ts";
import { switchEnded } from "./generation.ts";
import { entryOf, latestName, type Page, type Version, wasTouched } from "./ledger.ts";
import { type Edit, forget, giveUp, isCommitted, isDecided, reopen } from "./ledger-edits.ts";
import type { LedgerStore } from "./ledger-store.ts";
import type { Head, WrittenPoint } from "./payload.ts";
import { refusalStatus } from "./qdrant-api.ts";
import type { Settlement } from "./settlement.ts";

export interface WriteParts {
  ledger: LedgerStore;
  points: DocumentPoints;
  settlement: Settlement;
  now(): Date;
  /** How long the recorded embedder is believed to be the one that was last read. */
  trustedMs: number;
  /** Told when old points could not be deleted. They are hidden, and the ledger knows of them. */
  onLeftover(cause: unknown): void;
}

/** What every writing of a version is made of, whether it is to be seen at once or staged. */
export interface VersionWrites {
  /**
   * Writes a version whole and commits it. True where that was done, or another version overtook this one, which is as
   * if it had been stored and replaced at once; false, and nothing is kept, where `commit` had it given up.
   */
  arrive(arrival: Arrival, signal: AbortSignal): Promise<boolean>;
  /** Opens a page that a switch left closed; null where it is open. Rejects while somebody is about to switch. */
  reopened(page: Page, signal: AbortSignal): Promise<Edit>;
  /** What a change of the document has to take away, as the page tells its heads apart. */
  replacedBy(page: Page, heads: readonly Head[]): ReplacedHeads;
}

/** A version that is about to be written. */
interface Arrival {
  version: NamedVersion;
  chunks: number;
  batches: Batches;
  /** The page after the commit, given the heads of the other versions; null where it has to be given up. */
  commit(page: Page, heads: readonly Head[]): Promise<Edit> | Edit;
}

/** The same as `Replaced`, each version with its head. */
interface ReplacedHeads {
  leaving: Head[];
  overtaken: Head[];
  /** What the ledger hides already, and whoever had it hidden may not have deleted. */
  hidden: Head[];
}

export type NamedVersion = Version & { indexVersion: string };

type Batches = Iterable<WrittenPoint[]> | AsyncIterable<WrittenPoint[]>;

/** A writer that has not been heard of for so long is taken for dead. */
const STALE_MS = 120_000;
const RENEW_MS = 20_000;
/** A writer that has said nothing for so long looks whether somebody took it for dead. */
const DOUBT_MS = 2 * RENEW_MS;
/** How long undoing may take; it goes on when the caller has left. */
const UNDO_LIMIT_MS = 30_000;

/** The writes of versions with these parts. */
export function openVersionWrites({ ledger, points, settlement, now }: WriteParts): VersionWrites {
  const timeMs = () => now().getTime();

  function replacedBy(page: Page, heads: readonly Head[]): ReplacedHeads {
    const states = new Map(heads.map((head) => [head, entryOf(page, head)?.state]));
    const isSeen = (head: Head) => !head.isArriving || states.get(head) === "arrived";
    const isOpen = (head: Head) => states.get(head) === undefined || states.get(head) === "arrived";
    return {
      leaving: heads.filter((head) => isOpen(head) && isSeen(head)),
      overtaken: heads.filter((head) => isOpen(head) && !isSeen(head)),
      hidden: heads.filter((head) => !isOpen(head)),
    };
  }

  /** Writes the points, and says now and then that the writer is alive. */
  async function upload({ version, batches }: Arrival, work: Work, signal: AbortSignal): Promise<void> {
    for await (const batch of batches) {
      if (work.written > 0 && timeMs() - work.heardOfAtMs > RENEW_MS) {
        const at = now().toISOString();
        await points.renew({ id: version.indexVersion, at }, signal);
        work.heardOfAtMs = timeMs();
      }
      work.isWriting = true;
      await points.write(batch, signal);
      work.isWriting = false;
      if (work.written === 0) work.markedAtMs = performance.now();
      work.written += batch.length;
    }
  }

  async function committed(arrival: Arrival, work: Work, signal: AbortSignal): Promise<Page> {
    const { version, chunks } = arrival;
    const { documentId } = version;
    const readHeads = () => points.heads(documentId, version.indexVersion, signal);
    return ledger.change(
      documentId,
      async (page) => {
        if (isDecided(page, version) || work.isGivenUp) return null;
        const open = await reopened(page, signal);
        if (open !== null) return open;
        const isDoubtful = timeMs() - work.heardOfAtMs > DOUBT_MS;
        if (isDoubtful && (await countOf(version, signal)) !== chunks) throw interrupted();
        const name = latestName(page, documentId, work.started);
        if (name !== null) await points.rename(documentId, version, name, signal);
        const isKnown = !wasTouched(page, work.headsSequence, (touch) => touch.documentId === documentId);
        if (!isKnown || work.heads === null) {
          work.heads = await readHeads();
          work.headsSequence = page.sequence;
        }
        const next = await arrival.commit(page, work.heads);
        work.isGivenUp = next === null;
        work.replaced = replacedBy(page, work.heads);
        const strangers = work.replaced.leaving.filter(({ userId }) => userId !== version.userId);
        if (next !== null && strangers.length > 0) {
          await points.mark(strangers, { id: version.indexVersion, at: now().toISOString() }, signal);
          work.markedAtMs = performance.now();
        }
        return next;
      },
      signal,
    );
  }

  const countOf = (version: Version, signal: AbortSignal) =>
    points.count(version.documentId, { versions: [version], generation: null }, signal);

  async function reopened(page: Page, signal: AbortSignal): Promise<Edit> {
    const { closedBy } = page;
    if (closedBy === null) return null;
    let generation = await ledger.readGeneration(signal);
    if (generation.switching?.by === closedBy) {
      if (!isStale(generation.switching.since, now())) throw switching();
      // Whoever was about to switch is dead, or will find that it may no longer do so.
      generation = await ledger.changeGeneration((record) => switchEnded(record, closedBy), signal);
    }
    return reopen(page, closedBy, generation.current);
  }

  /** After a failure: the page where the version was committed after all, else it never will be and its points go. */
  async function undone(version: NamedVersion, isWriteLost: boolean): Promise<Page | null> {
    const signal = AbortSignal.timeout(UNDO_LIMIT_MS);
    const at = now().toISOString();
    const page = await ledger.change(version.documentId, (page) => giveUp(page, version, at), signal);
    if (isCommitted(page, version) || entryOf(page, version)?.state === "arrived") return page;
    await points.remove(version.documentId, [version], signal);
    // A write whose answer was lost may still come; until it is surely over, the ledger has to know of it.
    const entry = entryOf(page, version);
    if (!isWriteLost && entry !== undefined) {
      await ledger.change(version.documentId, (page) => forget(page, [entry]), signal);
    }
    return null;
  }

  /** The end of a version that was committed: what it replaced goes before this returns, the rest afterwards. */
  async function settle(arrival: Arrival, work: Work, page: Page): Promise<void> {
    const { version, chunks } = arrival;
    const { leaving, overtaken, hidden } = work.replaced;
    const stateOf = (head: Head) => entryOf(page, head)?.state;
    const gone = leaving.filter((head) => stateOf(head) === "leaving");
    await settlement.settle({
      id: version.indexVersion,
      documentId: version.documentId,
      markedAtMs: work.markedAtMs,
      leaving: gone.filter(({ userId }) => userId === version.userId),
      marked: gone.filter(({ userId }) => userId !== version.userId),
      overtaken: overtaken.filter((head) => stateOf(head) === "overtaken"),
      hidden: hidden.filter(({ userId }) => userId === version.userId),
      arrived: { ...version, chunks },
    });
  }

  async function arrive(arrival: Arrival, signal: AbortSignal): Promise<boolean> {
    const { version } = arrival;
    const work = newWork(now());
    let page: Page;
    try {
      const known = await ledger.knownPageOf(version.documentId, signal);
      work.headsSequence = known.sequence;
      work.started.sequence = known.sequence;
      const uploading = upload(arrival, work, signal);
      // Nothing is undone while points are being written.
      const [heads] = await Promise.allSettled([
        points.heads(version.documentId, version.indexVersion, signal),
        uploading,
      ]);
      await uploading;
      if (heads.status === "rejected") throw heads.reason;
      work.heads = heads.value;
      page = await committed(arrival, work, signal);
      if (work.isGivenUp) {
        await undone(version, false);
        return false;
      }
      expectSettled(page, version);
    } catch (error) {
      const isWriteLost = work.isWriting && refusalStatus(error) === undefined;
      const after = await undone(version, isWriteLost).catch((second) => {
        throw withBoth(error, second);
      });
      if (after === null) throw error;
      page = after;
    }
    if (entryOf(page, version)?.state === "overtaken") await undone(version, false);
    else await settle(arrival, work, page);
    return true;
  }

  return { arrive, reopened, replacedBy };
}

/** How far the writing of a version is. */
interface Work {
  started: { sequence: number; at: string };
  heardOfAtMs: number;
  /** Points written, and whether some may be on their way. */
  written: number;
  isWriting: boolean;
  /** When the mark was surely there. */
  markedAtMs: number;
  /** The other versions as they were when the page had this sequence. */
  heads: readonly Head[] | null;
  headsSequence: number;
  replaced: ReplacedHeads;
  isGivenUp: boolean;
}

function newWork(now: Date): Work {
  return {
    started: { sequence: -1, at: now.toISOString() },
    heardOfAtMs: now.getTime(),
    written: 0,
    isWriting: false,
    markedAtMs: Number.POSITIVE_INFINITY,
    heads: null,
    headsSequence: -1,
    replaced: { leaving: [], overtaken: [], hidden: [] },
    isGivenUp: false,
  };
}

/** A version that was overtaken counts as stored and replaced at once: the other one came after it. */
function expectSettled(page: Page, version: Version): void {
  const state = entryOf(page, version)?.state;
  if (state === "overtaken" || state === "arrived" || isCommitted(page, version)) return;
  throw interrupted();
}

function interrupted(): AppError {
  return new AppError("vector-store-failed", "The indexing was interrupted for too long", {
    details: "Index the document again",
  });
}

/** Whether what was last heard of then is taken for dead. */
export function isStale(since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) > STALE_MS;
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
