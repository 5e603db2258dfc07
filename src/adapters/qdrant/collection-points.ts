import { z } from "zod";
import type { Filter } from "./filters.ts";
import type { Answer, QdrantApi, QdrantRequest } from "./qdrant-api.ts";
import { type Agreement, openReplicas } from "./replicas.ts";
import { WRITE, writtenSchema } from "./requests.ts";
import { type NamedWords, type SparseVector, WORDS } from "./words.ts";

/** The points of one collection: every way in which this folder reads and writes them. */
export interface CollectionPoints {
  /** The answers to several queries, each with its own kind of points, in one call. */
  query<Found extends readonly unknown[]>(
    queries: readonly [...PointQueries<Found>],
    signal: AbortSignal,
    agreement?: Agreement,
  ): Promise<Answer<FoundPoints<Found>>>;
  /** The best points of each group, the group with the best point first. */
  queryGroups<Found>(
    query: PointQuery<Found>,
    group: { by: string; size: number },
    signal: AbortSignal,
  ): Promise<Found[][]>;
  /** The points that meet the filter, in the order of their ids, page by page. */
  scroll<Found>(wanted: Wanted<Found>, signal: AbortSignal): AsyncGenerator<Found>;
  /** How many points meet the filter. Where all replicas are asked, this is the smallest number that one of them says. */
  count(filter: Filter, signal: AbortSignal, agreement?: Agreement): Promise<number>;
  /** How many points have each value of a field. */
  facet(key: string, filter: Filter, signal: AbortSignal): Promise<Map<string, number>>;
  /** Makes the changes one after the other. Each is seen when this returns. */
  write(changes: readonly PointChange[], signal: AbortSignal): Promise<void>;
  /** Whether a replica was away not long ago. */
  wasReplicaAway(): boolean;
}

/** Which points are wanted, and what of them. */
interface Wanted<Found> {
  filter: Filter;
  fields: boolean | readonly string[];
  withVectors?: boolean;
  /** Most replicas, where nothing else is said. */
  agreement?: Agreement;
  /** What a point of the answer has to look like. */
  point: z.ZodType<Found>;
}

/**
 * Points nearest to a vector, those that hold the most of the words, or just those that meet the filter. Where both are
 * given: the best by words, by how near they are. Each shard gives its own best then, so there may be more than asked for.
 */
export interface PointQuery<Found> extends Wanted<Found> {
  nearest?: { vector: Float32Array; above: number };
  words?: SparseVector;
  limit: number;
}

type PointQueries<Found extends readonly unknown[]> = { [I in keyof Found]: PointQuery<Found[I]> };
type FoundPoints<Found extends readonly unknown[]> = { [I in keyof Found]: Found[I][] };

/** A change of points, as Qdrant takes it. */
export type PointChange =
  | { upsert: { points: readonly SentPoint[]; update_mode: "insert_only" } }
  | { update_vectors: { points: readonly SentWords[]; update_filter: Filter } }
  | { delete_vectors: { vector: readonly string[]; filter: Filter } }
  | { set_payload: { payload: Record<string, unknown>; filter: Filter } }
  | { delete_payload: { keys: readonly string[]; filter: Filter } }
  | { delete: { filter: Filter } };

export interface SentPoint {
  id: string | number;
  /** Without a name, or that one under the empty name and the words under theirs. */
  vector: readonly number[] | ({ "": readonly number[] } & Partial<NamedWords>);
  payload: Record<string, unknown>;
}

/** The words of a point that is there. A point that is not makes Qdrant refuse with 404, having made the other changes. */
interface SentWords {
  id: string | number;
  vector: NamedWords;
}

const PAGE_SIZE = 1_000;
const MOST_FACETS = 10_000;
/** So many shards may each give their best by words. */
const MOST_SHARDS = 16;

/** The points of the collection with this name. */
export function openCollectionPoints(api: QdrantApi, collection: string): CollectionPoints {
  const replicas = openReplicas(api);

  const read = <Result>(asked: Asked<Result>, signal: AbortSignal, agreement: Agreement = "most") =>
    replicas.read({ ...asked, method: "POST", path: `${collection}/${asked.path}` }, agreement, signal);

  return {
    async query<Found extends readonly unknown[]>(
      queries: readonly [...PointQueries<Found>],
      signal: AbortSignal,
      agreement?: Agreement,
    ) {
      const points = z.array(z.object({ points: z.array(z.unknown()) })).length(queries.length);
      const body = { searches: queries.map(bodyOf) };
      const { result, seconds } = await read(
        { path: "points/query/batch", body, result: points },
        signal,
        agreement,
      );
      const found = queries.map(({ point }, i) => z.array(point).parse(result[i]?.points));
      // Each is what its query has parsed, in the order of the queries: a map over a tuple forgets that.
      return { result: found as FoundPoints<Found>, seconds };
    },

    async queryGroups(query, { by, size }, signal) {
      const groups = z.object({ groups: z.array(z.object({ hits: z.array(query.point) })) });
      const body = { ...bodyOf(query), group_by: by, group_size: size };
      const { result } = await read({ path: "points/query/groups", body, result: groups }, signal);
      return result.groups.map(({ hits }) => hits);
    },

    async *scroll({ filter, fields, withVectors = false, agreement, point }, signal) {
      const page = z.object({
        points: z.array(point),
        next_page_offset: z.union([z.string(), z.number()]).nullish(),
      });
      let offset: string | number | null | undefined;
      do {
        const body = { filter, limit: PAGE_SIZE, with_payload: fields, with_vector: vectorsOf(withVectors) };
        const from = offset === undefined ? body : { ...body, offset };
        const { result }: Answer<z.infer<typeof page>> = await read(
          { path: "points/scroll", body: from, result: page },
          signal,
          agreement,
        );
        yield* result.points;
        offset = result.next_page_offset;
      } while (offset !== null && offset !== undefined);
    },

    async count(filter, signal, agreement) {
      const body = { filter, exact: true };
      const { result } = await read({ path: "points/count", body, result: countSchema }, signal, agreement);
      return result.count;
    },

    async facet(key, filter, signal) {
      const body = { key, filter, limit: MOST_FACETS, exact: true };
      const { result } = await read({ path: "facet", body, result: facetSchema }, signal);
      return new Map(result.hits.map(({ value, count }) => [value, count]));
    },

    async write(changes, signal) {
      const [only, ...others] = changes;
      if (only === undefined) return;
      if (others.length === 0) {
        const { method, path, body } = routeOf(only);
        await api.call(
          { method, path: `${collection}/${path}?${WRITE}`, body, result: writtenSchema },
          signal,
        );
        return;
      }
      await api.call(
        {
          method: "POST",
          path: `${collection}/points/batch?${WRITE}`,
          body: { operations: changes },
          result: z.array(writtenSchema).length(changes.length),
        },
        signal,
      );
    },

    wasReplicaAway: replicas.wasOneAway,
  };
}

type Asked<Result> = Pick<QdrantRequest<Result>, "path" | "body" | "result">;

function bodyOf(query: PointQuery<unknown>) {
  const { fields, withVectors = false } = query;
  return { ...wayOf(query), with_payload: fields, with_vector: vectorsOf(withVectors) };
}

function wayOf({ nearest, words, filter, limit }: PointQuery<unknown>) {
  const byVector = nearest && { query: Array.from(nearest.vector), score_threshold: nearest.above };
  if (words === undefined) return { ...byVector, filter, limit };
  const byWords = { query: words, using: WORDS, filter, limit };
  return byVector === undefined ? byWords : { prefetch: byWords, ...byVector, limit: limit * MOST_SHARDS };
}

/** The one without a name alone. */
function vectorsOf(isWanted: boolean) {
  return isWanted ? [""] : false;
}

/** The route of its own that every change has. */
function routeOf(change: PointChange): { method: "POST" | "PUT"; path: string; body: unknown } {
  if ("upsert" in change) return { method: "PUT", path: "points", body: change.upsert };
  if ("update_vectors" in change) {
    return { method: "PUT", path: "points/vectors", body: change.update_vectors };
  }
  if ("delete_vectors" in change) {
    return { method: "POST", path: "points/vectors/delete", body: change.delete_vectors };
  }
  if ("set_payload" in change) return { method: "POST", path: "points/payload", body: change.set_payload };
  if ("delete_payload" in change) {
    return { method: "POST", path: "points/payload/delete", body: change.delete_payload };
  }
  return { method: "POST", path: "points/delete", body: change.delete };
}

const countSchema = z.object({ count: z.number().int() });
const facetSchema = z.object({
  hits: z.array(z.object({ value: z.coerce.string(), count: z.number().int() })),
});
