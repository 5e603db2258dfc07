import { z } from "zod";
import type { Point } from "../../domain/passage.ts";
import type { IndexedDocument } from "../../ports/vector-store.ts";
import { is, pointsOfVersions, without } from "./filters.ts";
import { isSame, type Version } from "./ledger.ts";
import { toWrittenPoints, type WrittenPoint } from "./payload.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ, WRITE, writtenSchema } from "./requests.ts";

/** The points of documents, whether they may be seen or not. */
export interface DocumentPoints {
  /** The document's points in the pieces in which they are to be written. */
  batchesOf(document: IndexedDocument, points: readonly Point[]): WrittenPoint[][];
  write(batch: readonly WrittenPoint[], signal: AbortSignal): Promise<void>;
  /** The versions that the document has points of, but for these. */
  findVersions(documentId: string, except: readonly Version[], signal: AbortSignal): Promise<Version[]>;
  count(documentId: string, versions: readonly Version[], signal: AbortSignal): Promise<number>;
  /** Names the document in all of its points, or in those of one version. */
  rename(documentId: string, version: Version | null, name: string, signal: AbortSignal): Promise<void>;
  remove(documentId: string, versions: readonly Version[], signal: AbortSignal): Promise<void>;
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

  /** The version of any one point that is of none of these. */
  async function findAnother(documentId: string, known: readonly Version[], signal: AbortSignal) {
    const { points } = await api.call(
      {
        method: "POST",
        path: `${collection}/points/scroll?${READ}`,
        body: {
          filter: without([is("documentId", documentId)], known),
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

    async findVersions(documentId, except, signal) {
      const found: Version[] = [];
      for (;;) {
        const another = await findAnother(documentId, [...except, ...found], signal);
        if (another === undefined) return found;
        const version = { documentId, ...another };
        // A point whose fields no filter can name would be found for ever.
        if (found.some((other) => isSame(other, version))) return found;
        found.push(version);
      }
    },

    async count(documentId, versions, signal) {
      if (versions.length === 0) return 0;
      const { count } = await api.call(
        {
          method: "POST",
          path: `${collection}/points/count?${READ}`,
          body: { filter: pointsOfVersions(documentId, versions), exact: true },
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
