import { AppError } from "../../domain/errors.ts";
import { newId } from "../../domain/id.ts";
import { type Named, namedParts } from "../../domain/own-id.ts";
import type { IndexedDocument, VectorStore } from "../../ports/vector-store.ts";
import type { Generation } from "./generation.ts";
import { entryOf, latestName, type Page, wasMadeBy, wasTouched } from "./ledger.ts";
import { commit, recordName, removeAll } from "./ledger-edits.ts";
import type { Head } from "./payload.ts";
import type { VersionWrites, WriteParts } from "./version-writes.ts";

type Writes = Pick<VectorStore, "replaceDocument" | "renameDocument" | "removeDocument">;

const RENAME_ATTEMPTS = 20;

/** The writing half of the store. */
export function documentWrites(parts: WriteParts, writes: VersionWrites): Writes {
  const { ledger, points, settlement, now, trustedMs } = parts;
  const time = () => now().toISOString();

  /** The generation that the points of a document belong to. */
  async function generationOf(
    { documentId, embedder }: IndexedDocument,
    signal: AbortSignal,
  ): Promise<string | null> {
    const isItsOwn = ({ identity }: Generation) => identity === null || identity === embedder;
    const known = await ledger.knownGeneration(trustedMs, signal);
    const recorded = isItsOwn(known) ? known : await ledger.readGeneration(signal);
    const isExpected = ({ generation, closedBy }: Page) =>
      closedBy === null && isItsOwn(recorded) && generation === recorded.current;
    const page = await ledger.knownPageOf(documentId, signal);
    if (isExpected(page)) return page.generation;
    const open = await ledger.change(documentId, (page) => writes.reopened(page, signal), signal);
    if (!isExpected(open)) throw overtakenByEmbedder();
    return open.generation;
  }

  /** Marks what is to go before the ledger says so, and gives what was marked, and how many chunks are seen of it. */
  async function removed(removal: Removing, signal: AbortSignal): Promise<Page> {
    const { documentId, owner, id } = removal;
    return ledger.change(
      documentId,
      async (page) => {
        if (wasMadeBy(page, id)) return null;
        const heads = await points.heads(documentId, null, signal);
        const own = heads.filter(({ userId }) => owner === null || userId === owner);
        const { leaving, overtaken } = writes.replacedBy(page, own);
        Object.assign(removal, { leaving, overtaken });
        if (leaving.length > 0) {
          const generation = await ledger.readGeneration(signal);
          removal.chunks = await points.count(documentId, { versions: leaving, generation }, signal);
          await points.mark(leaving, { id, at: time() }, signal);
          removal.markedAtMs = performance.now();
        }
        return removeAll(page, { id, documentId, at: time() }, { leaving, overtaken });
      },
      signal,
    );
  }

  async function removeDocument(document: Named, signal: AbortSignal): Promise<number> {
    const removal = newRemoving(document);
    const { documentId } = removal;
    const page = await removed(removal, signal);
    if (!wasMadeBy(page, removal.id)) return 0;
    const isIn = (state: string) => (head: Head) => entryOf(page, head)?.state === state;
    await settlement.settle({
      id: removal.id,
      documentId,
      markedAtMs: removal.markedAtMs,
      leaving: [],
      marked: removal.leaving.filter(isIn("leaving")),
      overtaken: removal.overtaken.filter(isIn("overtaken")),
      hidden: [],
      arrived: null,
    });
    return removal.chunks;
  }

  async function replaceDocument(
    document: IndexedDocument,
    newPoints: Parameters<VectorStore["replaceDocument"]>[1],
    signal: AbortSignal,
  ): Promise<void> {
    const { documentId, userId, indexVersion } = document;
    const version = { documentId, userId, indexVersion };
    const generation = await generationOf(document, signal);
    await writes.arrive(
      {
        version,
        chunks: newPoints.length,
        batches: points.batchesOf({ ...document, generation, at: time() }, newPoints),
        commit(page, heads) {
          if (page.generation !== generation) throw overtakenByEmbedder();
          return commit(page, version, { ...writes.replacedBy(page, heads), at: time() });
        },
      },
      signal,
    );
  }

  return {
    removeDocument,

    async replaceDocument(document, newPoints, signal) {
      if (newPoints.length === 0) await removeDocument(document.documentId, signal);
      else await replaceDocument(document, newPoints, signal);
    },

    /**
     * One update of the payloads. Where a version arrived or another renaming came while it ran, names may be mixed:
     * then it is done again with the latest name, so that everyone ends with the same.
     */
    async renameDocument(document, name, signal) {
      const { id: documentId } = namedParts(document);
      const renaming = { id: newId(), documentId, name, at: time() };
      for (let attempt = 0; attempt < RENAME_ATTEMPTS; attempt++) {
        const before = await ledger.change(documentId, (page) => recordName(page, renaming), signal);
        await points.rename(document, null, latestName(before, documentId) ?? name, signal);
        const after = await ledger.readPageOf(documentId, signal);
        if (!wasTouched(after, before.sequence, (touch) => touch.documentId === documentId)) return;
      }
      throw new AppError("vector-store-failed", "The document is changing too fast to be renamed", {
        details: "Try again in a moment",
      });
    },
  };
}

/** A removal and what it has found to remove. */
interface Removing {
  id: string;
  documentId: string;
  /** Whose alone, null for anybody's. */
  owner: string | null;
  leaving: Head[];
  overtaken: Head[];
  chunks: number;
  markedAtMs: number;
}

function newRemoving(document: Named): Removing {
  const { id: documentId, owner } = namedParts(document);
  return { id: newId(), documentId, owner, leaving: [], overtaken: [], chunks: 0, markedAtMs: 0 };
}

function overtakenByEmbedder(): AppError {
  return new AppError("vector-store-failed", "The library switched embedders in the meantime", {
    details: "Index the document again",
  });
}
