import { z } from "zod";
import { type CollectionPoints, openCollectionPoints } from "./collection-points.ts";
import { is } from "./filters.ts";
import { lacksReplica, type QdrantApi } from "./qdrant-api.ts";
import { READ_AGREED, READ_ANY } from "./requests.ts";

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

/** How long not all replicas are asked after one of them was found to be away. */
const AWAY_MS = 2_000;

/** The points of this collection. */
export function openLedgerPoints(api: QdrantApi, collection: string): LedgerPoints {
  const points: CollectionPoints = openCollectionPoints(api, collection);
  let awayUntilMs = Number.NEGATIVE_INFINITY;

  async function retrieve(ids: readonly number[], fields: true | string[], how: Retrieval) {
    const { result } = await api.call(
      {
        method: "POST",
        path: `${collection}/points?${how.consistency}`,
        body: { ids, with_payload: fields, with_vector: false },
        result: recordsSchema,
        needsAllReplicas: how.needsAll,
      },
      how.signal,
    );
    return new Map(result.map(({ id, payload }) => [id, payload]));
  }

  return {
    async read(ids, fields, signal) {
      const [all, most] = READ_AGREED;
      if (performance.now() > awayUntilMs) {
        try {
          return await retrieve(ids, fields, { consistency: all, needsAll: true, signal });
        } catch (error) {
          if (!lacksReplica(error)) throw error;
          awayUntilMs = performance.now() + AWAY_MS;
        }
      }
      return retrieve(ids, fields, { consistency: most, needsAll: false, signal });
    },

    async readAny(id, signal) {
      return (await retrieve([id], true, { consistency: READ_ANY, needsAll: false, signal })).get(id);
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
  consistency: string;
  needsAll: boolean;
  signal: AbortSignal;
}

const recordsSchema = z.array(z.object({ id: z.number(), payload: z.unknown() }));
