import { z } from "zod";
import type { Filter } from "./filters.ts";
import type { Answer, QdrantApi, QdrantRequest } from "./qdrant-api.ts";
import { type Agreement, openReplicas } from "./replicas.ts";
import { WRITE, writtenSchema } from "./requests.ts";

/** The points of one collection: every way in which this folder reads and writes them. */
export interface CollectionPoints {
  /** The answers to several queries, each with its own kind of points, in one call. */
  query<Found>(queries: readonly PointQuery<Found>[], signal: AbortSignal): Promise<Answer<Found[][]>>;
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

/** Points nearest to a vector, or just those that meet the filter. */
export interface PointQuery<Found> extends Wanted<Found> {
  nearest?: { vector: Float32Array; above: number };
  limit: number;
}

/** A change of points, as Qdrant takes it. */
export type PointChange =
  | { upsert: { points: readonly SentPoint[]; update_mode: "insert_only" } }
  | { set_payload: { payload: Record<string, unknown>; filter: Filter } }
  | { delete_payload: { keys: readonly string[]; filter: Filter } }
  | { delete: { filter: Filter } };

interface SentPoint {
  id: string | number;
  vector: readonly number[];
  payload: Record<string, unknown>;
}

const PAGE_SIZE = 1_000;
const MOST_FACETS = 10_000;

/** The points of the collection with this name. */
export function openCollectionPoints(api: QdrantApi, collection: string): CollectionPoints {
  const replicas = openReplicas(api);

  const read = <Result>(asked: Asked<Result>, signal: AbortSignal, agreement: Agreement = "most") =>
    replicas.read({ ...asked, method: "POST", path: `${collection}/${asked.path}` }, agreement, signal);

  return {
    async query(queries, signal) {
      const points = z.array(z.object({ points: z.array(z.unknown()) })).length(queries.length);
      const body = { searches: queries.map(bodyOf) };
      const { result, seconds } = await read({ path: "points/query/batch", body, result: points }, signal);
      const found = queries.map(({ point }, i) => z.array(point).parse(result[i]?.points));
      return { result: found, seconds };
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
        const body = { filter, limit: PAGE_SIZE, with_payload: fields, with_vector: withVectors };
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

function bodyOf({ nearest, filter, limit, fields, withVectors = false }: PointQuery<unknown>) {
  return {
    ...(nearest === undefined ? {} : { query: Array.from(nearest.vector), score_threshold: nearest.above }),
    filter,
    limit,
    with_payload: fields,
    with_vector: withVectors,
  };
}

/** The route of its own that every change has. */
function routeOf(change: PointChange): { method: "POST" | "PUT"; path: string; body: unknown } {
  if ("upsert" in change) return { method: "PUT", path: "points", body: change.upsert };
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
