import { z } from "zod";
import { type CollectionPoints, openCollectionPoints } from "./collection-points.ts";
import { is } from "./filters.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { type Agreement, openReplicas } from "./replicas.ts";

/** The points of the ledger's collection. Each carries a sequence that grows with every write. */
export interface LedgerPoints {
  /** The payloads, or these fields of them, of those points on which all replicas that are there agree. */
  read(ids: readonly number[], fields: true | string[], signal: AbortSignal): Promise<Map<number, unknown>>;
  /** The payload of a point as some one replica has it. */
  readAny(id: number, signal: AbortSignal): Promise<unknown>;
  /** Takes effect only where the point still has this sequence. */
  write(id: number, sequence: number, payload: object, signal: AbortSignal): Promise<void>;
  /** Puts points where there are none. */
  add(points: readonly { id: number; payload: object }[], signal: AbortSignal): Promise<void>;
}

/** The points of this collection. */
export function openLedgerPoints(api: QdrantApi, collection: string): LedgerPoints {
  const points: CollectionPoints = openCollectionPoints(api, collection);
  const replicas = openReplicas(api);

  async function retrieve(ids: readonly number[], how: Retrieval, signal: AbortSignal) {
    const body = { ids, with_payload: how.fields, with_vector: false };
    const { result } = await replicas.read(
      { method: "POST", path: `${collection}/points`, body, result: recordsSchema },
      how.agreement,
      signal,
    );
    return new Map(result.map(({ id, payload }) => [id, payload]));
  }

  return {
    read: (ids, fields, signal) => retrieve(ids, { fields, agreement: "all" }, signal),

    async readAny(id, signal) {
      return (await retrieve([id], { fields: true, agreement: "any" }, signal)).get(id);
    },

    write: (id, sequence, payload, signal) =>
      points.write(
        [
          {
            set_payload: {
              payload: { ...payload },
              filter: { must: [{ has_id: [id] }, is("sequence", sequence)] },
            },
          },
        ],
        signal,
      ),

    // Another copy may have put a point there and written to it since: it must not be put back.
    add: (added, signal) =>
      points.write(
        [
          {
            upsert: {
              points: added.map(({ id, payload }) => ({ id, vector: [1], payload: { ...payload } })),
              update_mode: "insert_only",
            },
          },
        ],
        signal,
      ),
  };
}

interface Retrieval {
  fields: true | string[];
  agreement: Agreement;
}

const recordsSchema = z.array(z.object({ id: z.number(), payload: z.unknown() }));
