import { AppError } from "../../domain/errors.ts";
import { newId } from "../../domain/id.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import { entryOf, latestName, type Page, type Version, wasMadeBy, wasTouched } from "./ledger.ts";
import { announce, commit, recordName, removeAll } from "./ledger-edits.ts";
import { changesOf, type VersionWrites, type WriteParts } from "./version-writes.ts";

type Writes = Pick<VectorStore, "replaceDocument" | "renameDocument" | "removeDocument">;

const RENAME_ATTEMPTS = 20;

/** The writing half of the store. */
export function documentWrites(parts: WriteParts, writes: VersionWrites): Writes {
  const { ledger, points, now, confirmed } = parts;
  const time = () => now().toISOString();

  /** Announces a version and gives the generation that its points belong to. */
  async function announced(version: Version, signal: AbortSignal): Promise<string | null> {
    const since = time();
    const page = await ledger.change(
      version.documentId,
      async (page) => (await writes.reopened(page, signal)) ?? announce(page, version, since),
      signal,
    );
    if (confirmed.generation !== undefined && confirmed.generation !== page.generation) {
      throw overtakenByEmbedder();
    }
    return page.generation;
  }

  /** Commits a version that has arrived whole, and gives the page after that. */
  function switchTo(version: Version, generation: string | null, signal: AbortSignal): Promise<Page> {
    return ledger.change(
      version.documentId,
      async (page) => {
        const entry = entryOf(page, version);
        if (entry?.state !== "arriving") return null;
        const reopened = await writes.reopened(page, signal);
        if (reopened !== null) return reopened;
        if (page.generation !== generation) throw overtakenByEmbedder();
        if (entry.name !== null) await points.rename(version.documentId, version, entry.name, signal);
        const hidden = changesOf(page, version.documentId);
        const visible = await points.findVersions(version.documentId, hidden, signal);
        return commit(page, version, { visible, since: time() });
      },
      signal,
    );
  }

  async function removeDocument(documentId: string, signal: AbortSignal): Promise<number> {
    const removal = { id: newId(), documentId, since: time() };
    let count = 0;
    const page = await ledger.change(
      documentId,
      async (page) => {
        const hidden = changesOf(page, documentId);
        const visible = await points.findVersions(documentId, hidden, signal);
        if (visible.length > 0) {
          const generation = await ledger.readGeneration(signal);
          count = await points.count(documentId, { versions: visible, generation }, signal);
        }
        return removeAll(page, removal, visible);
      },
      signal,
    );
    await writes.tidy({ documentId }, page);
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
      let isWriting = false;
      try {
        const generation = await announced(version, signal);
        isWriting = true;
        await writes.upload(version, points.batchesOf({ ...document, generation }, newPoints), signal);
        isWriting = false;
        page = await switchTo(version, generation, signal);
        expectSettled(page, version);
      } catch (error) {
        page = await writes.settle(version, { error, isWriting });
      }
      await writes.tidy(version, page);
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

/** A version that was overtaken counts as stored and replaced at once: the other one came after it. */
function expectSettled(page: Page, version: Version): void {
  const state = entryOf(page, version)?.state;
  if (state === "overtaken") return;
  if (state === undefined && version.indexVersion !== null && wasMadeBy(page, version.indexVersion)) return;
  throw new AppError("vector-store-failed", "The indexing was interrupted for too long", {
    details: "Index the document again",
  });
}

function overtakenByEmbedder(): AppError {
  return new AppError("vector-store-failed", "The library went over to another embedder meanwhile", {
    details: "Index the document again",
  });
}
