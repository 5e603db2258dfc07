import {
  type Collection,
  type Midway,
  noSuchVector,
  numbersOf,
  type StoredPoint,
  unit,
} from "./qdrant-collection.ts";
import { meets, valuesAt } from "./qdrant-filter.ts";
import { sparseScores, sparseVectorOf } from "./qdrant-sparse.ts";

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

interface NearestQuery {
  query: unknown;
  filter: unknown;
  threshold: unknown;
  /** Only these. */
  among?: ReadonlySet<string | number> | undefined;
}

/** The points nearest to a vector, best first, all that lie above the threshold. */
export async function nearest(
  collection: Collection,
  { query, filter, threshold, among }: NearestQuery,
  midway: Midway,
): Promise<(StoredPoint & { score: number })[]> {
  const vector = unit(numbersOf(collection, query));
  const isAmong = ({ id }: StoredPoint) => among === undefined || among.has(id);
  const found = (await select(collection, filter, midway)).filter(isAmong);
  return found
    .map((point) => ({ ...point, score: Math.fround(dot(point.vector, vector)) }))
    .filter(({ score }) => typeof threshold !== "number" || score > Math.fround(threshold))
    .sort((a, b) => b.score - a.score);
}

/** The points that hold the most of a sparse vector, best first. */
export async function nearestSparse(
  collection: Collection,
  { query, using, filter }: { query: unknown; using: string; filter: unknown },
  midway: Midway,
): Promise<(StoredPoint & { score: number })[]> {
  const settings = collection.sparse.get(using);
  if (settings === undefined) throw noSuchVector(using);
  const found = await select(collection, filter, midway);
  const all = [...collection.points.values()].flatMap(({ sparse }) => sparse[using] ?? []);
  const scoreOf = sparseScores(sparseVectorOf(query), settings.modifier === "idf" ? all : null);
  return found
    .flatMap((point) => {
      const score = point.sparse[using] && scoreOf(point.sparse[using]);
      return score === undefined ? [] : [{ ...point, score }];
    })
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

function segmentOf(id: string | number): number {
  return typeof id === "number" ? id % 2 : id.charCodeAt(0) % 2;
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
