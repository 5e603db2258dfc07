import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import { newId } from "../../domain/id.ts";
import type { VectorArchive } from "../../ports/vector-archive.ts";
import type { PendingDocument, VectorGenerations } from "../../ports/vector-generations.ts";
import {
  adopted,
  type Generation,
  prepared,
  switchBegun,
  switchEnded,
  switched,
  unprepared,
} from "./generation.ts";
import { isHidden } from "./ledger.ts";
import { close, reopen } from "./ledger-edits.ts";
import { type StagingParts, stageDocument } from "./stage-document.ts";
import { isStale, switching } from "./version-writes.ts";
import type { WholeCollection } from "./whole-collection.ts";

interface GenerationParts extends StagingParts {
  whole: WholeCollection;
  archive: VectorArchive;
  /** For how long copies of the service go by what they know of the generation. */
  trustedMs: number;
}

/** How long opening the pages again may take; it goes on when the caller has left. */
const REOPEN_LIMIT_MS = 30_000;

/** The generations of vectors in a collection. What makes the switch safe stands in docs/decisions/0008. */
export function openVectorGenerations(parts: GenerationParts): VectorGenerations {
  const { ledger, whole, archive, now, trustedMs } = parts;
  /** Since when this process knows that a generation is being staged. */
  const knownSinceMs = new Map<string, number>();

  async function pending(identity: string, signal: AbortSignal): Promise<PendingDocument[]> {
    const { pages, generation } = await ledger.readAll(signal);
    if (generation.identity === identity) return [];
    const changes = pages.flatMap((page) => page.changes);
    const view = {
      hidden: changes.filter(isHidden),
      arrived: changes.filter((change) => !isHidden(change)),
    };
    const { next } = generation;
    const staged =
      next?.identity === identity
        ? await whole.stagedDocuments(next.generation, view, signal)
        : new Set<string>();
    const found: PendingDocument[] = [];
    for await (const { documentId, userId, indexVersion, chunks } of archive.documents(signal)) {
      if (!staged.has(documentId)) found.push({ documentId, userId, indexVersion, chunks });
    }
    return found;
  }

  /** The generation that vectors of this embedder are staged in, null where its vectors are the ones seen. */
  async function prepare(identity: string, signal: AbortSignal): Promise<string | null> {
    const before = await ledger.readGeneration(signal);
    if (before.identity === identity) return null;
    if (before.next?.identity === identity) return before.next.generation;
    const generation = newId();
    const after = await ledger.changeGeneration((record) => prepared(record, identity, generation), signal);
    if (before.next !== null) await whole.removeGeneration(before.next.generation, signal);
    return after.next?.identity === identity ? after.next.generation : null;
  }

  /** Every copy of the service knows by then that there are points of another generation, and leaves them out. */
  async function untilKnown(generation: string, signal: AbortSignal): Promise<void> {
    const since = knownSinceMs.get(generation) ?? performance.now();
    knownSinceMs.set(generation, since);
    await pause(Math.max(0, since + trustedMs - performance.now()), undefined, { signal });
  }

  /** Removes what is no longer seen, when no copy of the service can be looking at it any more. */
  async function removeOthers(generation: Generation, signal: AbortSignal): Promise<void> {
    if (!(await whole.hasOtherGenerations(generation, signal))) return;
    await pause(trustedMs, undefined, { signal });
    await whole.removeOtherGenerations(generation, signal);
  }

  /** Keeps every document from being committed, and gives the name of the switch. */
  async function begin(signal: AbortSignal): Promise<string> {
    const by = newId();
    const since = now().toISOString();
    await ledger.changeGeneration((record) => {
      const other = record.switching;
      if (other !== null && other.by !== by && !isStale(other.since, now())) throw switching();
      return switchBegun(record, { by, since });
    }, signal);
    return by;
  }

  async function end(by: string): Promise<void> {
    const signal = AbortSignal.timeout(REOPEN_LIMIT_MS);
    const { current } = await ledger.changeGeneration((record) => switchEnded(record, by), signal);
    await ledger.changeAll((page) => reopen(page, by, current), signal);
  }

  async function switchTo(identity: string, signal: AbortSignal): Promise<Generation> {
    await expectNonePending(identity, signal);
    const by = await begin(signal);
    try {
      await ledger.changeAll((page) => close(page, by), signal);
      // Nothing can be added from here on: what is complete now stays complete until the switch.
      await expectNonePending(identity, signal);
      const { next } = await ledger.readGeneration(signal);
      const generation = next?.identity === identity ? next.generation : newId();
      const record = await ledger.changeGeneration(
        (record) => (record.identity === identity ? null : switched(record, { by, identity, generation })),
        signal,
      );
      if (record.identity !== identity) throw switching();
      return record;
    } finally {
      await end(by);
    }
  }

  /** Forgets what is staged, and opens what a switch that died has left closed. */
  async function clearUp(signal: AbortSignal): Promise<Generation> {
    await ledger.changeAll((page) => parts.writes.reopened(page, signal), signal);
    return ledger.changeGeneration(unprepared, signal);
  }

  async function expectNonePending(identity: string, signal: AbortSignal): Promise<void> {
    const { length } = await pending(identity, signal);
    if (length > 0) throw stillPending(length);
  }

  return {
    async identity(signal) {
      return (await ledger.knownGeneration(trustedMs, signal)).identity;
    },

    async adopt(identity, signal) {
      const before = await ledger.knownGeneration(trustedMs, signal);
      const recorded =
        before.identity === null
          ? await ledger.changeGeneration((record) => adopted(record, identity), signal)
          : before;
      return recorded.identity ?? identity;
    },

    pending,

    async stage(identity, document, vectors, signal) {
      const generation = await prepare(identity, signal);
      if (generation === null) return false;
      await untilKnown(generation, signal);
      return stageDocument(parts, { document, vectors, generation }, signal);
    },

    async complete(identity, signal) {
      const recorded = await ledger.readGeneration(signal);
      const generation =
        recorded.identity === identity ? await clearUp(signal) : await switchTo(identity, signal);
      await removeOthers(generation, signal);
    },
  };
}

function stillPending(count: number): AppError {
  return new AppError("vector-store-failed", "The vectors of the new embedder are not complete", {
    details: `Documents without them: ${count}. Embed those first.`,
  });
}
