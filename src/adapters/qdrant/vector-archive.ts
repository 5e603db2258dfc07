import { AppError } from "../../domain/errors.ts";
import type { Point } from "../../domain/passage.ts";
import type { ArchivedDocument, VectorArchive } from "../../ports/vector-archive.ts";
import type { CollectionPoints } from "./collection-points.ts";
import type { DocumentPoints } from "./document-points.ts";
import { type Condition, pointsOfVersions } from "./filters.ts";
import { isHidden, type Version } from "./ledger.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { ARCHIVED_FIELDS, archivedSchema, pointSchema } from "./payload.ts";
import type { WholeCollection } from "./whole-collection.ts";

interface ArchiveParts {
  collection: CollectionPoints;
  ledger: LedgerStore;
  points: DocumentPoints;
  whole: WholeCollection;
}

/** Stands for the version of points that carry none. */
const NO_VERSION = "";

/** How many points are read at once. */
const POINTS_AT_ONCE = 500;

/** All documents of a collection. */
export function openVectorArchive(parts: ArchiveParts): VectorArchive {
  const { collection } = parts;

  async function readFrom(version: Version, from: number, signal: AbortSignal): Promise<Point[]> {
    const filter = pointsOfVersions(version.documentId, [version]);
    const range = { key: "chunkIndex", range: { gte: from, lt: from + POINTS_AT_ONCE } };
    const { result } = await collection.query(
      [
        {
          filter: { ...filter, must: [...(filter.must ?? []), range] },
          limit: POINTS_AT_ONCE,
          fields: true,
          withVectors: true,
          point: pointSchema,
        },
      ],
      signal,
    );
    return result.flat().sort((a, b) => a.chunk.chunkIndex - b.chunk.chunkIndex);
  }

  return {
    documents: (signal) => seenDocuments(parts, [], signal),

    async points(document, signal) {
      const version = versionOf(document);
      const points: Point[] = [];
      for (let from = 0; from < document.chunks; from += POINTS_AT_ONCE) {
        points.push(...(await readFrom(version, from, signal)));
      }
      if (points.length === document.chunks) return points;
      throw new AppError("vector-store-failed", "The document was changed while it was being read", {
        details: `${document.documentId} has ${document.chunks} chunks, and ${points.length} were found`,
      });
    },
  };
}

/** The documents that are seen, whosever they are, but for those whose first chunk meets a condition. */
export async function* seenDocuments(
  { ledger, whole, points }: Omit<ArchiveParts, "collection">,
  without: readonly Condition[],
  signal: AbortSignal,
): AsyncGenerator<ArchivedDocument> {
  const { pages, generation } = await ledger.readAll(signal);
  const changes = pages.flatMap((page) => page.changes);
  const view = {
    hidden: changes.filter(isHidden),
    arrived: changes.filter((change) => !isHidden(change)),
    generation,
  };
  const wanted = { fields: ARCHIVED_FIELDS, point: archivedSchema, without };
  for await (const { chunks, indexVersion, ...document } of whole.firstChunks(view, wanted, signal)) {
    const { documentId, userId } = document;
    const versions = [{ documentId, userId, indexVersion }];
    yield {
      ...document,
      indexVersion: indexVersion ?? NO_VERSION,
      chunks: chunks ?? (await points.count(documentId, { versions, generation }, signal)),
    };
  }
}

/** The version that an archived or pending document is of. */
export function versionOf({
  documentId,
  userId,
  indexVersion,
}: Pick<ArchivedDocument, "documentId" | "userId" | "indexVersion">): Version {
  return { documentId, userId, indexVersion: indexVersion === NO_VERSION ? null : indexVersion };
}
