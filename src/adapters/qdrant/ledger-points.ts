import { z } from "zod";
import { is } from "./filters.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ, WRITE, writtenSchema } from "./requests.ts";

/** The points of the ledger's collection. Each carries a sequence that grows with every write. */
export interface LedgerPoints {
  /** The payloads, or these fields of them, by the ids of the points that are there. */
  read(ids: readonly number[], fields: true | string[], signal: AbortSignal): Promise<Map<number, unknown>>;
  /** Takes effect only where the point still has this sequence. */
  write(id: number, sequence: number, payload: object, signal: AbortSignal): Promise<void>;
  /** Puts points where there are none. */
  add(points: readonly { id: number; payload: object }[], signal: AbortSignal): Promise<void>;
}

/** The points of this collection. */
export function openLedgerPoints(api: QdrantApi, collection: string): LedgerPoints {
  return {
    async read(ids, fields, signal) {
      const records = await api.call(
        {
          method: "POST",
          path: `${collection}/points?${READ}`,
          body: { ids, with_payload: fields, with_vector: false },
          result: z.array(z.object({ id: z.number(), payload: z.unknown() })),
        },
        signal,
      );
      return new Map(records.map(({ id, payload }) => [id, payload]));
    },

    async write(id, sequence, payload, signal) {
      await api.call(
        {
          method: "POST",
          path: `${collection}/points/payload?${WRITE}`,
          body: { payload, filter: { must: [{ has_id: [id] }, is("sequence", sequence)] } },
          result: writtenSchema,
        },
        signal,
      );
    },

    async add(points, signal) {
      await api.call(
        {
          method: "PUT",
          path: `${collection}/points?${WRITE}`,
          // Another copy may have put a point there and written to it since: it must not be put back.
          body: {
            points: points.map(({ id, payload }) => ({ id, vector: [1], payload })),
            update_mode: "insert_only",
          },
          result: writtenSchema,
        },
        signal,
      );
    },
  };
}
