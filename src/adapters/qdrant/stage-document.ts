import { AppError } from "../../domain/errors.ts";
import { newId, pointId } from "../../domain/id.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { PendingDocument } from "../../ports/vector-generations.ts";
import type { CollectionPoints } from "./collection-points.ts";
import { pointsOfVersions } from "./filters.ts";
import {
  isChange,
  isStillSeen,
  nameSince,
  type Page,
  type Touch,
  type Version,
  wasTouched,
} from "./ledger.ts";
import { commitStaged, type Edit } from "./ledger-edits.ts";
import { copiedSchema, type Head, toStagedPoint, type WrittenPoint } from "./payload.ts";
import { versionOf } from "./vector-archive.ts";
import type { NamedVersion, VersionWrites, WriteParts } from "./version-writes.ts";

export interface StagingParts extends WriteParts {
  collection: CollectionPoints;
  writes: VersionWrites;
}

interface StagedDocument {
  document: PendingDocument;
  /** One for each chunk, in their order. */
  vectors: readonly Float32Array[];
  generation: string;
}

/** A document that is being staged: what is copied, and the version that the copy is. */
interface Staging extends StagedDocument {
  source: Version;
  version: NamedVersion;
  /** The page before anything was copied. */
  before: Page;
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
  const before = await parts.ledger.readPageOf(documentId, signal);
  if (!isStillSeen(before, source)) return false;
  const version = { documentId, userId, indexVersion: newId() };
  const staging = { ...staged, source, version, before };
  const copy = openCopy(parts, staging, signal);
  return parts.writes.arrive(
    {
      version,
      chunks: staged.document.chunks,
      batches: copy.batches(),
      commit: (page, heads) => (copy.isWhole() ? commit(parts, staging, { page, heads, signal }) : null),
    },
    signal,
  );
}

function expectVectors({ document, vectors }: StagedDocument): void {
  if (vectors.length === document.chunks && vectors.every(({ length }) => length === DIMENSIONS)) return;
  throw new AppError("vector-store-failed", "A document needs one vector for each chunk", {
    details: `${document.documentId} has ${document.chunks} chunks, and vectors have ${DIMENSIONS} numbers`,
  });
}

/** The copies of the source's points. */
function openCopy({ collection, now }: StagingParts, staging: Staging, signal: AbortSignal) {
  const { document, vectors, source, version, generation } = staging;
  let copied = 0;

  async function read(from: number) {
    const filter = pointsOfVersions(source.documentId, [source]);
    const range = { key: "chunkIndex", range: { gte: from, lt: from + COPIED_PER_CALL } };
    const { result } = await collection.query(
      [
        {
          filter: { ...filter, must: [...(filter.must ?? []), range] },
          limit: COPIED_PER_CALL,
          fields: true,
          point: copiedSchema,
        },
      ],
      signal,
    );
    return result.flat().sort((a, b) => a.chunkIndex - b.chunkIndex);
  }

  return {
    async *batches(): AsyncGenerator<WrittenPoint[]> {
      for (let from = 0; from < document.chunks; from += COPIED_PER_CALL) {
        const batch: WrittenPoint[] = [];
        for (const point of await read(from)) {
          const vector = vectors[point.chunkIndex];
          const { indexVersion } = version;
          const id = pointId(source.documentId, indexVersion, point.chunkIndex);
          const at = copied + batch.length === 0 ? now().toISOString() : null;
          if (vector !== undefined)
            batch.push(toStagedPoint(point, { id, vector, indexVersion, generation, at }));
        }
        if (batch.length === 0) return;
        yield batch;
        copied += batch.length;
      }
    },
    isWhole: () => copied === document.chunks,
  };
}

interface Committing {
  page: Page;
  heads: readonly Head[];
  signal: AbortSignal;
}

/** The copy waits for its generation to be seen, in the place of earlier ones; unless the source has changed. */
async function commit(
  parts: StagingParts,
  staging: Staging,
  { page, heads, signal }: Committing,
): Promise<Edit> {
  const { source, version, before, generation } = staging;
  const { documentId } = version;
  const isOther = (touch: Touch) => touch.documentId === documentId && isChange(touch);
  if (wasTouched(page, before.sequence, isOther) || !isStillSeen(page, source)) return null;
  // A renaming that was under way while the points were copied may have missed some.
  const name = nameSince(page, source);
  if (name !== null) await parts.points.rename(documentId, version, name, signal);
  const staged = heads.filter((head) => head.generation === generation);
  const replaced = parts.writes.replacedBy(page, staged);
  return commitStaged(page, version, { ...replaced, at: parts.now().toISOString() });
}
