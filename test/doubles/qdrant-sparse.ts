import { fieldsOf, Unsupported } from "./qdrant-filter.ts";

/** Numbers by their places; all other places hold nothing. */
export interface SparseVector {
  indices: number[];
  values: number[];
}

/** A sparse vector as it is sent, in the order of its places, as Qdrant gives it back. */
export function sparseVectorOf(value: unknown): SparseVector {
  const { indices, values } = fieldsOf(value);
  if (!Array.isArray(indices) || !Array.isArray(values) || indices.length !== values.length) {
    throw new Unsupported("a sparse vector without as many values as indices");
  }
  const entries = indices.map((index, i): [number, number] => [
    Number(index),
    Math.fround(Number(values[i])),
  ]);
  if (new Set(indices).size !== indices.length) throw new Unsupported("indices that are not unique");
  if (entries.some(([index]) => !Number.isInteger(index) || index < 0 || index >= 2 ** 32)) {
    throw new Unsupported("an index that is no unsigned number of 32 bits");
  }
  const inOrder = entries.sort(([a], [b]) => a - b);
  return { indices: inOrder.map(([index]) => index), values: inOrder.map(([, number]) => number) };
}

/**
 * What vectors are worth to the one asked for; undefined where they share nothing. Where all are given, what few of them
 * hold counts for more. Those that hold nothing are not counted, as was seen on a server.
 */
export function sparseScores(query: SparseVector, all: readonly SparseVector[] | null) {
  const counted = all?.filter(({ indices }) => indices.length > 0) ?? [];
  const counts = new Map<number, number>();
  for (const index of counted.flatMap(({ indices }) => indices)) {
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const weights = new Map(
    query.indices.map((index, i) => {
      const holders = counts.get(index) ?? 0;
      const rarity = all === null ? 1 : Math.log((counted.length - holders + 0.5) / (holders + 0.5) + 1);
      return [index, (query.values[i] ?? 0) * rarity];
    }),
  );
  return ({ indices, values }: SparseVector): number | undefined => {
    const shared = indices.flatMap((index, i) => {
      const weight = weights.get(index);
      return weight === undefined ? [] : [weight * (values[i] ?? 0)];
    });
    return shared.length === 0 ? undefined : Math.fround(shared.reduce((total, one) => total + one, 0));
  };
}
