import { isDeepStrictEqual } from "node:util";
import { type Answered, type Asked, jsonOf } from "./backend-double.ts";
import type { Collections } from "./qdrant-answers.ts";
import { fieldsOf, meets, type Payload } from "./qdrant-filter.ts";

/** One replica of three, as far as it differs from the two others. */
export interface StaleReplica {
  /** Gives its copy of a point another payload. */
  set(collection: string, id: string | number, payload: Payload): void;
  /** The next so many changes of payloads in this collection do not reach it. */
  miss(collection: string, changes: number): void;
  /** How many points differ. */
  size(): number;
  /** Answers as replicas that differ do, having carried out the call in the other two. */
  answer(asked: Asked, others: () => Promise<Answered>): Promise<Answered>;
}

interface Differing {
  collection: string;
  id: string | number;
  payload: Payload;
}

/** A replica that is behind in nothing yet. */
export function openStaleReplica(collections: Collections): StaleReplica {
  const differing = new Map<string, Differing>();
  const missing = new Map<string, number>();
  const keyOf = (collection: string, id: unknown) => `${collection} ${id}`;
  const payloadOf = ({ collection, id }: Differing) => collections.get(collection)?.points.get(id)?.payload;

  /** Keeps the points as they are before the change, or makes the change where it fits them. */
  function change(collection: string, route: string, body: Record<string, unknown>): void {
    const left = missing.get(collection) ?? 0;
    if (left > 0) {
      missing.set(collection, left - 1);
      for (const { id, payload } of collections.get(collection)?.points.values() ?? []) {
        const key = keyOf(collection, id);
        if (!meets({ id, payload }, body.filter) || differing.has(key)) continue;
        differing.set(key, { collection, id, payload: structuredClone(payload) });
      }
      return;
    }
    for (const point of differing.values()) {
      if (point.collection !== collection || !meets(point, body.filter)) continue;
      if (route === "points/payload") point.payload = merged(point.payload, fieldsOf(body.payload));
      else for (const key of Array.isArray(body.keys) ? body.keys : []) delete point.payload[String(key)];
    }
  }

  function forgetEqual(): void {
    for (const [key, point] of differing) {
      const payload = payloadOf(point);
      if (payload === undefined || isDeepStrictEqual(payload, point.payload)) differing.delete(key);
    }
  }

  /** Leaves out what not all replicas that were asked say. Of two of three, this is always taken to be one. */
  function agreed(asked: Asked, collection: string, answered: Answered): Answered {
    const { result, ...rest } = fieldsOf(answered.body);
    const consistency = asked.query.get("consistency");
    if (consistency === "majority") return answered;
    const strip = (found: unknown): unknown => {
      if (Array.isArray(found)) return found.flatMap((one) => (isDisputed(one) ? shown(one) : [strip(one)]));
      if (typeof found !== "object" || found === null || "payload" in found) return found;
      return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, strip(value)]));
    };
    const isDisputed = (one: unknown) =>
      typeof one === "object" && one !== null && "id" in one && differing.has(keyOf(collection, one.id));
    const shown = (one: unknown) => {
      const point = differing.get(keyOf(collection, fieldsOf(one).id));
      return consistency === "1" ? [{ ...fieldsOf(one), payload: point?.payload }] : [];
    };
    return { ...answered, body: { ...rest, result: strip(result) } };
  }

  function counted(asked: Asked, collection: string, answered: Answered): Answered {
    const { filter } = fieldsOf(jsonOf(asked));
    const { result, ...rest } = fieldsOf(answered.body);
    const usual = Number(fieldsOf(result).count);
    const own = [...differing.values()].filter((point) => point.collection === collection);
    const stale = own.filter((point) => meets(point, filter)).length;
    const fresh = own.filter((point) =>
      meets({ id: point.id, payload: payloadOf(point) ?? {} }, filter),
    ).length;
    const count = asked.query.get("consistency") === "majority" ? usual : usual + Math.min(0, stale - fresh);
    return { ...answered, body: { ...rest, result: { count } } };
  }

  return {
    set(collection, id, payload) {
      differing.set(keyOf(collection, id), { collection, id, payload });
    },
    miss(collection, changes) {
      missing.set(collection, changes);
    },
    size: () => differing.size,

    async answer(asked, others) {
      const [, , collection = "", ...rest] = asked.path.split("/");
      const route = rest.join("/");
      const isChange = route === "points/payload" || route === "points/payload/delete";
      if (isChange) change(collection, route, fieldsOf(jsonOf(asked)));
      const answered = await others();
      forgetEqual();
      if (differing.size === 0 || answered.status !== 200 || isChange) return answered;
      if (route === "points/count") return counted(asked, collection, answered);
      const isRead = asked.method === "POST" && (route === "points" || /query|scroll/.test(route));
      return isRead ? agreed(asked, collection, answered) : answered;
    },
  };
}

/** A field that is null goes. */
function merged(payload: Payload, fields: Payload): Payload {
  const both = { ...payload, ...fields };
  return Object.fromEntries(Object.entries(both).filter(([key]) => fields[key] !== null));
}
