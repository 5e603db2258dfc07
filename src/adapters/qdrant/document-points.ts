import { z } from "zod";
import type { Point } from "../../domain/passage.ts";
import { type Filter, is, ofGeneration, pointsOfVersions, type View, without } from "./filters.ts";
import { isSame, type Version } from "./ledger.ts";
import { toWrittenPoints, type WrittenDocument, type WrittenPoint } from "./payload.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ, WRITE, writtenSchema } from "./requests.ts";

/** The points of documents, whether they may be seen or not. */
export interface DocumentPoints {
  /** The document's points in the pieces in which they are to be written. */
  batchesOf(document: WrittenDocument, points: readonly Point[]): WrittenPoint[][];
  write(batch: readonly WrittenPoint[], signal: AbortSignal): Promise<void>;
  /** The versions that the document has points of, but for these, whatever their generation. */
  findVersions(documentId: string, except: readonly Version[], signal: AbortSignal): Promise<Version[]>;
  /** The versions among them that are of another generation than the one that is seen. */
  findStaged(documentId: string, view: View, signal: AbortSignal): Promise<Version[]>;
  /** How many points these versions have in the generation that is seen. */
  count(documentId: string, counted: CountedVersions, signal: AbortSignal): Promise<number>;
  /** Names the document in all of its points, or in those of one version. */
  rename(documentId: string, version: Version | null, name: string, signal: AbortSignal): Promise<void>;
  remove(documentId: string, versions: readonly Version[], signal: AbortSignal): Promise<void>;
}

export interface CountedVersions {
  versions: readonly Version[];
  generation: View["generation"];
}

/** Small enough that making the JSON of a batch does not hold up other requests. */
const MOST_POINTS = 128;
/** Qdrant takes 32 MB. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The points in this collection. */
export function openDocumentPoints(api: QdrantApi, collection: string): DocumentPoints {
  async function change(method: "POST" | "PUT", path: string, body: unknown, signal: AbortSignal) {
    await api.call(
      { method, path: `${collection}/points${path}?${WRITE}`, body, result: writtenSchema },
      signal,
    );
  }

  /** The version of any one point that meets the filter. */
  async function findOne(filter: Filter, signal: AbortSignal) {
    const { points } = await api.call(
      {
        method: "POST",
        path: `${collection}/points/scroll?${READ}`,
        body: {
          filter,
          limit: 1,
          with_payload: ["indexVersion", "userId"],
          with_vector: false,
        },
        result: z.object({ points: z.array(versionSchema) }),
      },
      signal,
    );
    return points[0]?.payload;
  }

  async function findAll(
    documentId: string,
    filterWithout: (found: readonly Version[]) => Filter,
    signal: AbortSignal,
  ): Promise<Version[]> {
    const found: Version[] = [];
    for (;;) {
      const another = await findOne(filterWithout(found), signal);
      if (another === undefined) return found;
      const version = { documentId, ...another };
      // A point whose fields no filter can name would be found for ever.
      if (found.some((other) => isSame(other, version))) return found;
      found.push(version);
    }
  }

  return {
    batchesOf(document, points) {
      const batches: WrittenPoint[][] = [];
      let bytes = 0;
      for (const point of toWrittenPoints(document, points)) {
        const batch = batches.at(-1);
        if (batch === undefined || batch.length === MOST_POINTS || bytes + point.bytes > MOST_BYTES) {
          batches.push([point]);
          bytes = point.bytes;
        } else {
          batch.push(point);
          bytes += point.bytes;
        }
      }
      return batches;
    },

    write: (batch, signal) =>
      change(
        "PUT",
        "",
        {
          points: batch.map(({ id, vector, payload }) => ({ id, vector: Array.from(vector), payload })),
        },
        signal,
      ),

    findVersions: (documentId, except, signal) =>
      findAll(documentId, (found) => without([is("documentId", documentId)], [...except, ...found]), signal),

    findStaged: (documentId, { hidden, generation }, signal) =>
      findAll(
        documentId,
        (found) => {
          const others = without([is("documentId", documentId)], [...hidden, ...found]);
          return { ...others, must_not: [...(others.must_not ?? []), ...ofGeneration(generation)] };
        },
        signal,
      ),

    async count(documentId, { versions, generation }, signal) {
      if (versions.length === 0) return 0;
      const filter = pointsOfVersions(documentId, versions);
      const { count } = await api.call(
        {
          method: "POST",
          path: `${collection}/points/count?${READ}`,
          body: {
            filter: { ...filter, must: [...(filter.must ?? []), ...ofGeneration(generation)] },
            exact: true,
          },
          result: z.object({ count: z.number().int() }),
        },
        signal,
      );
      return count;
    },

    rename: (documentId, version, name, signal) =>
      change(
        "POST",
        "/payload",
        {
          payload: { documentName: name },
          filter:
            version === null
              ? { must: [is("documentId", documentId)] }
              : pointsOfVersions(documentId, [version]),
        },
        signal,
      ),

    async remove(documentId, versions, signal) {
      if (versions.length === 0) return;
      await change("POST", "/delete", { filter: pointsOfVersions(documentId, versions) }, signal);
    },
  };
}

const versionSchema = z.object({
  payload: z.object({
    userId: z.string().catch(""),
    indexVersion: z.string().nullable().catch(null),
  }),
});
