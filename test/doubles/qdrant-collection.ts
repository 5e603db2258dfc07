import { fieldsOf, meets, type Payload, Unsupported, valuesAt } from "./qdrant-filter.ts";

/** A stored point. */
export interface StoredPoint {
  id: string | number;
  version: number;
  vector: Float32Array;
  payload: Payload;
}

/** One collection of the double. */
export interface Collection {
  settings: { size: number; distance: string; hnsw: Record<string, unknown> };
  indexes: Map<string, Record<string, unknown>>;
  points: Map<string | number, StoredPoint>;
  operations: number;
  /** Writes are applied one after the other, as one shard does it. */
  writing: Promise<unknown>;
}

/**
 * Called in the middle of every operation that concerns more than one point. Qdrant gives no snapshot: a search
 * may see half of a write, and a write may come between the two halves of a search.
 */
export type Midway = (kind: "read" | "write") => Promise<void> | void;

/** A new collection. */
export function newCollection(settings: Collection["settings"]): Collection {
  return { settings, indexes: new Map(), points: new Map(), operations: 0, writing: Promise.resolve() };
}

/** Applies a write when the writes before it are over, and gives its number. */
export function inTurn(collection: Collection, write: (operation: number) => Promise<void>): Promise<number> {
  const turn = collection.writing.then(async () => {
    collection.operations += 1;
    const operation = collection.operations;
    await write(operation);
    return operation;
  });
  collection.writing = turn.then(
    () => undefined,
    () => undefined,
  );
  return turn;
}

/** Puts points; what `mode` forbids is left as it is. */
export async function upsert(
  collection: Collection,
  { points, mode, filter }: { points: unknown[]; mode: string; filter: unknown },
  { operation, midway }: { operation: number; midway: Midway },
): Promise<void> {
  const parsed = points.map((point) => parsePoint(collection, point, operation));
  await inHalves(parsed, "write", midway, (point) => {
    const present = collection.points.get(point.id);
    if (present === undefined ? mode === "update_only" : mode === "insert_only") return;
    if (present !== undefined && !meets(present, filter)) return;
    collection.points.set(point.id, point);
  });
}

/** Merges fields into the payload of the points chosen. A field that is null goes; what is null inside of one stays. */
export async function setPayload(
  collection: Collection,
  { payload, chosen }: { payload: Payload; chosen: unknown },
  { operation, midway }: { operation: number; midway: Midway },
): Promise<void> {
  await inHalves(choose(collection, chosen), "write", midway, (point) => {
    collection.points.set(point.id, {
      ...point,
      version: operation,
      payload: structuredClone(withoutNulls({ ...point.payload, ...payload }, Object.keys(payload))),
    });
  });
}

/** Removes fields from the payload of the points chosen. */
export async function deletePayload(
  collection: Collection,
  { keys, chosen }: { keys: readonly unknown[]; chosen: unknown },
  { operation, midway }: { operation: number; midway: Midway },
): Promise<void> {
  await inHalves(choose(collection, chosen), "write", midway, (point) => {
    const kept = Object.entries(point.payload).filter(([key]) => !keys.includes(key));
    collection.points.set(point.id, { ...point, version: operation, payload: Object.fromEntries(kept) });
  });
}

function withoutNulls(payload: Payload, keys: readonly string[]): Payload {
  return Object.fromEntries(
    Object.entries(payload).filter(([key, value]) => value !== null || !keys.includes(key)),
  );
}

/** Deletes the points chosen. */
export async function deletePoints(collection: Collection, chosen: unknown, midway: Midway): Promise<void> {
  await inHalves(choose(collection, chosen), "write", midway, (point) => {
    collection.points.delete(point.id);
  });
}

/** The points that meet a filter, in the order of their ids. */
export async function select(
  collection: Collection,
  filter: unknown,
  midway: Midway,
): Promise<StoredPoint[]> {
  const found: StoredPoint[] = [];
  // Two segments: each is seen as it is when its turn comes.
  for (const segment of [0, 1]) {
    if (segment === 1) await midway("read");
    for (const point of collection.points.values()) {
      if (segmentOf(point.id) === segment && meets(point, filter)) found.push(point);
    }
  }
  return found.sort((a, b) => compareIds(a.id, b.id));
}

/** The points nearest to a vector, best first, all that lie above the threshold. */
export async function nearest(
  collection: Collection,
  { query, filter, threshold }: { query: unknown; filter: unknown; threshold: unknown },
  midway: Midway,
): Promise<(StoredPoint & { score: number })[]> {
  const vector = unit(numbersOf(collection, query));
  const found = await select(collection, filter, midway);
  return found
    .map((point) => ({ ...point, score: Math.fround(dot(point.vector, vector)) }))
    .filter(({ score }) => typeof threshold !== "number" || score > Math.fround(threshold))
    .sort((a, b) => b.score - a.score);
}

/** How many points have each value of a field that is indexed. */
export function facet(points: readonly StoredPoint[], key: string): { value: unknown; count: number }[] {
  const counts = new Map<unknown, number>();
  for (const point of points) {
    for (const value of new Set(valuesAt(point.payload, key).flat())) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareIds(String(a.value), String(b.value)));
}

/** The points that an operation names by their ids or by a filter. */
function choose(collection: Collection, chosen: unknown): StoredPoint[] {
  const { points, filter } = fieldsOf(chosen);
  if (Array.isArray(points)) return points.flatMap((id) => collection.points.get(id) ?? []);
  if (filter === undefined) throw new Unsupported("an operation without points or filter");
  return [...collection.points.values()].filter((point) => meets(point, filter));
}

async function inHalves<T>(
  items: readonly T[],
  kind: "read" | "write",
  midway: Midway,
  apply: (item: T) => void,
): Promise<void> {
  const half = Math.ceil(items.length / 2);
  items.slice(0, half).forEach(apply);
  if (items.length > 1) await midway(kind);
  items.slice(half).forEach(apply);
}

function parsePoint(collection: Collection, point: unknown, operation: number): StoredPoint {
  const { id, vector, payload } = fieldsOf(point);
  if (typeof id !== "string" && typeof id !== "number") throw new Unsupported(`the id ${JSON.stringify(id)}`);
  const numbers = numbersOf(collection, vector);
  return {
    id,
    version: operation,
    vector: collection.settings.distance === "Cosine" ? unit(numbers) : numbers,
    payload: structuredClone(fieldsOf(payload ?? {})),
  };
}

/** A request that the server would refuse. */
export class WrongInput extends Error {}

function numbersOf(collection: Collection, vector: unknown): Float32Array {
  const { size } = collection.settings;
  if (!Array.isArray(vector)) throw new Unsupported("another vector than a list of numbers");
  if (vector.length !== size) {
    throw new WrongInput(`Vector dimension error: expected dim: ${size}, got ${vector.length}`);
  }
  return Float32Array.from(vector);
}

function segmentOf(id: string | number): number {
  return typeof id === "number" ? id % 2 : id.charCodeAt(0) % 2;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((number) => number / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function compareIds(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : 1;
}
