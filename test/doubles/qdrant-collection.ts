import { fieldsOf, meets, type Payload, Unsupported } from "./qdrant-filter.ts";
import { type SparseVector, sparseVectorOf } from "./qdrant-sparse.ts";

/** A stored point. */
export interface StoredPoint {
  id: string | number;
  version: number;
  vector: Float32Array;
  /** By their names. */
  sparse: Readonly<Record<string, SparseVector>>;
  payload: Payload;
}

/** One collection of the double. */
export interface Collection {
  settings: { size: number; distance: string; hnsw: Record<string, unknown> };
  /** The settings of its sparse vectors, by their names. */
  sparse: Map<string, Record<string, unknown>>;
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
export function newCollection(settings: Collection["settings"], sparse: Collection["sparse"]): Collection {
  const empty = { indexes: new Map(), points: new Map(), operations: 0, writing: Promise.resolve() };
  return { settings, sparse, ...empty };
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

/**
 * Gives points that are there other sparse vectors. Where one of them is not there, the server says so after it has
 * made all other changes, and whatever the filter says.
 */
export async function updateVectors(
  collection: Collection,
  { points, filter }: { points: readonly unknown[]; filter: unknown },
  { operation, midway }: { operation: number; midway: Midway },
): Promise<void> {
  const updates = points.map((point) => {
    const { id, vector } = fieldsOf(point);
    const { dense, sparse } = vectorsOf(collection, vector);
    if (dense !== undefined) throw new Unsupported("another vector without a name for a point");
    // A new point may have an empty one.
    if (Object.values(sparse).some(({ indices }) => indices.length === 0)) {
      throw new Unprocessable("must specify vectors to update for point");
    }
    return { id, sparse };
  });
  await inHalves(updates, "write", midway, ({ id, sparse }) => {
    const point = pointOf(collection, id);
    if (point === undefined || !meets(point, filter)) return;
    collection.points.set(point.id, { ...point, version: operation, sparse: { ...point.sparse, ...sparse } });
  });
  const absent = updates.find(({ id }) => pointOf(collection, id) === undefined);
  if (absent !== undefined) throw new NoSuchPoint(`No point with id ${absent.id} found`);
}

/** Takes sparse vectors from the points chosen. */
export async function deleteVectors(
  collection: Collection,
  { names, chosen }: { names: readonly unknown[]; chosen: unknown },
  { operation, midway }: { operation: number; midway: Midway },
): Promise<void> {
  await inHalves(choose(collection, chosen), "write", midway, (point) => {
    const kept = Object.entries(point.sparse).filter(([name]) => !names.includes(name));
    collection.points.set(point.id, { ...point, version: operation, sparse: Object.fromEntries(kept) });
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
  const { dense, sparse } = vectorsOf(collection, vector);
  if (dense === undefined) throw new Unsupported("a point without its vector");
  return {
    id,
    version: operation,
    vector: collection.settings.distance === "Cosine" ? unit(dense) : dense,
    sparse,
    payload: structuredClone(fieldsOf(payload ?? {})),
  };
}

/** A request that the server would refuse. */
export class WrongInput extends Error {}

/** A body of which the server says that it is wrong. */
export class Unprocessable extends Error {}

/** A point is not there that has to be. */
export class NoSuchPoint extends Error {}

/** There is no vector of this name. */
export function noSuchVector(name: string): WrongInput {
  return new WrongInput(`Not existing vector name error: ${name}`);
}

function pointOf({ points }: Collection, id: unknown): StoredPoint | undefined {
  return typeof id === "string" || typeof id === "number" ? points.get(id) : undefined;
}

/** The vectors of a point: the one without a name alone, or several by their names, that one's being empty. */
function vectorsOf(collection: Collection, vector: unknown) {
  if (Array.isArray(vector)) return { dense: numbersOf(collection, vector), sparse: {} };
  const { "": dense, ...named } = fieldsOf(vector);
  const sparse = Object.entries(named).map(([name, value]): [string, SparseVector] => {
    if (!collection.sparse.has(name)) throw noSuchVector(name);
    return [name, sparseVectorOf(value)];
  });
  return {
    dense: dense === undefined ? undefined : numbersOf(collection, dense),
    sparse: Object.fromEntries(sparse),
  };
}

/** The numbers of a vector without a name. */
export function numbersOf(collection: Collection, vector: unknown): Float32Array {
  const { size } = collection.settings;
  if (!Array.isArray(vector)) throw new Unsupported("another vector than a list of numbers");
  if (vector.length !== size) {
    throw new WrongInput(`Vector dimension error: expected dim: ${size}, got ${vector.length}`);
  }
  return Float32Array.from(vector);
}

/** The vector with the length one. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((total, number) => total + number * number, 0));
  return length === 0 ? vector : vector.map((number) => number / length);
}
