import type { StoredPoint } from "./qdrant-collection.ts";
import { fieldsOf, listOf } from "./qdrant-filter.ts";

/** A point that was found, with its score. */
export function scored(point: StoredPoint & { score: number }, body: Record<string, unknown>) {
  return { version: point.version, score: point.score, ...shown(point, body) };
}

/** A point with as much of it as is asked for. */
export function shown(point: StoredPoint, body: Record<string, unknown>) {
  const { id, payload } = point;
  const { with_payload: fields, with_vector: wanted } = body;
  return {
    id,
    ...(fields === false || fields === undefined ? {} : { payload: chosenFields(payload, fields) }),
    ...(wanted === false || wanted === undefined ? {} : { vector: chosenVectors(point, wanted) }),
  };
}

/** The vector without a name stands by itself where no other is chosen. */
function chosenVectors({ vector, sparse }: StoredPoint, wanted: unknown) {
  const isWanted = (name: string) => wanted === true || (Array.isArray(wanted) && wanted.includes(name));
  const named = Object.entries(sparse).filter(([name]) => isWanted(name));
  if (named.length === 0 && isWanted("")) return Array.from(vector);
  return Object.fromEntries([...named, ...(isWanted("") ? [["", Array.from(vector)]] : [])]);
}

function chosenFields(payload: Record<string, unknown>, fields: unknown): Record<string, unknown> {
  if (fields === true) return structuredClone(payload);
  const names = Array.isArray(fields) ? fields : listOf(fieldsOf(fields).include);
  return structuredClone(Object.fromEntries(Object.entries(payload).filter(([key]) => names.includes(key))));
}
