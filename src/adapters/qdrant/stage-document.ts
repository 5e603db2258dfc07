import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { newId, pointId } from "../../domain/id.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { PendingDocument } from "../../ports/vector-generations.ts";
import { pointsOfVersions } from "./filters.ts";
import { entryOf, nameSince, type Page, type Version, wasMadeBy } from "./ledger.ts";
import { announceStaged, commitStaged } from "./ledger-edits.ts";
import { copiedSchema, toStagedPoint, type WrittenPoint } from "./payload.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ } from "./requests.ts";
import { versionOf } from "./vector-archive.ts";
import { changesOf, type VersionWrites, type WriteParts } from "./version-writes.ts";

export interface StagingParts extends WriteParts {
  api: QdrantApi;
  collection: string;
  writes: VersionWrites;
}

export interface StagedDocument {
  document: PendingDocument;
  /** One for each chunk, in their order. */
  vectors: readonly Float32Array[];
  generation: string;
}

/** A document that is being staged: what is copied, and the version that the copy is. */
interface Staging extends StagedDocument {
  source: Version;
  version: Version & { indexVersion: string };
}

/** How many points are copied at once. */
const COPIED_PER_CALL = 128;

/**
 * Puts a copy of the document's points with other vectors beside them, in a generation that nobody sees. False, and
 * nothing is kept, where the document is no longer the one that is meant.
 */
export async function stageDocument(
  parts: StagingParts,
  staged: StagedDocument,
  signal: AbortSignal,
): Promise<boolean> {
  expectVectors(staged);
  const { documentId, userId } = staged.document;
  const source = versionOf(staged.document);
  const staging = { ...staged, source, version: { documentId, userId, indexVersion: newId() } };
  const { version } = staging;
  let page: Page;
  let isWriting = false;
  try {
    if (!(await announce(parts, staging, signal))) return false;
    isWriting = true;
    const copy = openCopy(parts, staging, signal);
    await parts.writes.upload(version, copy.batches(), signal);
    isWriting = false;
    if (!copy.isWhole()) {
      await parts.writes.abandon(version);
      return false;
    }
    page = await commit(parts, staging, signal);
  } catch (error) {
    page = await parts.writes.settle(version, { error, isWriting });
  }
  await parts.writes.tidy(version, page);
  return wasMadeBy(page, version.indexVersion);
}

function expectVectors({ document, vectors }: StagedDocument): void {
  if (vectors.length === document.chunks && vectors.every(({ length }) => length === DIMENSIONS)) return;
  throw new AppError("vector-store-failed", "A document needs one vector for each chunk", {
    details: `${document.documentId} has ${document.chunks} chunks, and vectors have ${DIMENSIONS} numbers`,
  });
}

/** Whether the version was announced; not where the source is no longer seen. */
async function announce({ ledger, now }: StagingParts, { source, version }: Staging, signal: AbortSignal) {
  const since = now().toISOString();
  const page = await ledger.change(
    version.documentId,
    (page) => (entryOf(page, source) === undefined ? announceStaged(page, version, since) : null),
    signal,
  );
  return entryOf(page, version) !== undefined;
}

/** The copies of the source's points. From the announcement on, whatever replaces the source stops the version too. */
function openCopy({ api, collection }: StagingParts, staging: Staging, signal: AbortSignal) {
  const { document, vectors, source, version, generation } = staging;
  let copied = 0;

  async function read(from: number) {
    const filter = pointsOfVersions(source.documentId, [source]);
    const range = { key: "chunkIndex", range: { gte: from, lt: from + COPIED_PER_CALL } };
    const { points } = await api.call(
      {
        method: "POST",
        path: `${collection}/points/scroll?${READ}`,
        body: {
          filter: { ...filter, must: [...(filter.must ?? []), range] },
          limit: COPIED_PER_CALL,
          with_payload: true,
          with_vector: false,
        },
        result: z.object({ points: z.array(copiedSchema) }),
      },
      signal,
    );
    return points;
  }

  return {
    async *batches(): AsyncGenerator<WrittenPoint[]> {
      for (let from = 0; from < document.chunks; from += COPIED_PER_CALL) {
        const batch: WrittenPoint[] = [];
        for (const point of await read(from)) {
          const vector = vectors[point.chunkIndex];
          const id = pointId(source.documentId, version.indexVersion, point.chunkIndex);
          const { indexVersion } = version;
          if (vector !== undefined)
            batch.push(toStagedPoint(point, { id, vector, indexVersion, generation }));
        }
        if (batch.length === 0) return;
        yield batch;
        copied += batch.length;
      }
    },
    isWhole: () => copied === document.chunks,
  };
}

function commit({ ledger, points, now }: StagingParts, staging: Staging, signal: AbortSignal): Promise<Page> {
  const { source, version } = staging;
  const { documentId } = version;
  return ledger.change(
    documentId,
    async (page) => {
      const entry = entryOf(page, version);
      if (entry?.state !== "arriving") return null;
      // A renaming that was under way while the points were copied may have missed some.
      const name = entry.name ?? nameSince(page, source);
      if (name !== null) await points.rename(documentId, version, name, signal);
      const generation = await ledger.readGeneration(signal);
      const view = { hidden: changesOf(page, documentId), generation };
      const visible = await points.findStaged(documentId, view, signal);
      return commitStaged(page, version, { visible, since: now().toISOString() });
    },
    signal,
  );
}
