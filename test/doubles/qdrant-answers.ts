import { isDeepStrictEqual } from "node:util";
import { type Answered, type Asked, jsonOf } from "./backend-double.ts";
import {
  type Collection,
  deletePayload,
  deletePoints,
  deleteVectors,
  inTurn,
  type Midway,
  NoSuchPoint,
  newCollection,
  type StoredPoint,
  setPayload,
  Unprocessable,
  updateVectors,
  upsert,
  WrongInput,
} from "./qdrant-collection.ts";
import { fieldsOf, listOf, Unsupported } from "./qdrant-filter.ts";
import { DEFAULT_LIMIT, grouped, queried, search } from "./qdrant-queries.ts";
import { facet, select } from "./qdrant-searches.ts";
import { shown } from "./qdrant-shown.ts";

/** What the double keeps. */
export type Collections = Map<string, Collection>;

/** Answers a request of Qdrant's REST interface. */
export async function answerQdrant(
  collections: Collections,
  asked: Asked,
  midway: Midway,
): Promise<Answered> {
  const [, , name = "", ...rest] = asked.path.split("/");
  if (asked.path === "/")
    return answer({ title: "qdrant - vector search engine", version: "1.19.0" }, "bare");
  if (asked.path === "/readyz") return { status: 200, body: "all shards are ready" };
  if (!asked.path.startsWith("/collections")) return refused(404, "");
  const route = `${asked.method} ${rest.join("/")}`;
  const body = asked.body.length === 0 ? {} : fieldsOf(jsonOf(asked));
  try {
    if (route === "PUT ") return create(collections, name, body);
    const collection = collections.get(name);
    if (collection === undefined) return refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
    if (route === "DELETE ") return answer(collections.delete(name));
    const written = await write(collection, route, body, midway);
    return written ?? (await read(collection, route, body, midway));
  } catch (error) {
    if (error instanceof WrongInput) return refused(400, `Wrong input: ${error.message}`);
    if (error instanceof Unprocessable)
      return refused(422, `Validation error in JSON body: ${error.message}`);
    if (error instanceof NoSuchPoint) return refused(404, `Not found: ${error.message}`);
    throw error;
  }
}

/** An error as Qdrant writes it. */
export function refused(status: number, error: string): Answered {
  return { status, body: { status: { error }, time: 0.001 } };
}

function answer(result: unknown, bare?: "bare"): Answered {
  const body = bare === "bare" ? fieldsOf(result) : { result, status: "ok", time: 0.001 };
  return { status: 200, body };
}

function create(collections: Collections, name: string, body: Record<string, unknown>): Answered {
  if (collections.has(name)) return refused(409, `Wrong input: Collection \`${name}\` already exists!`);
  const { size, distance } = fieldsOf(body.vectors);
  const sparse = Object.entries(fieldsOf(body.sparse_vectors ?? {}));
  const settings = {
    size: Number(size),
    distance: String(distance),
    hnsw: fieldsOf(body.hnsw_config ?? {}),
  };
  collections.set(
    name,
    newCollection(settings, new Map(sparse.map(([vector, how]) => [vector, fieldsOf(how)]))),
  );
  return answer(true);
}

async function write(
  collection: Collection,
  route: string,
  body: Record<string, unknown>,
  midway: Midway,
): Promise<Answered | undefined> {
  const applied = async (change: (operation: number) => Promise<void>) =>
    answer({ operation_id: await inTurn(collection, change), status: "completed" });
  const [kind, vector] = route.split("/");
  if (kind === "PUT vectors" && vector !== undefined) {
    return applied(async () => addVector(collection, vector, body));
  }
  switch (route) {
    case "PUT index":
      return applied(async () => addIndex(collection, body));
    case "PUT points":
    case "PUT points/vectors":
    case "POST points/vectors/delete":
    case "POST points/payload":
    case "POST points/payload/delete":
    case "POST points/delete":
      return applied((operation) => applyOne(collection, route, body, { operation, midway }));
    case "POST points/batch": {
      const results: unknown[] = [];
      for (const one of listOf(body.operations)) {
        const [[kind, inner] = ["", {}]] = Object.entries(fieldsOf(one));
        const operation = await inTurn(collection, (number) =>
          applyOne(collection, BATCHED[kind] ?? kind, fieldsOf(inner), { operation: number, midway }),
        );
        results.push({ operation_id: operation, status: "completed" });
      }
      return answer(results);
    }
    default:
      return undefined;
  }
}

const BATCHED: Record<string, string> = {
  upsert: "PUT points",
  update_vectors: "PUT points/vectors",
  delete_vectors: "POST points/vectors/delete",
  set_payload: "POST points/payload",
  delete_payload: "POST points/payload/delete",
  delete: "POST points/delete",
};

async function applyOne(
  collection: Collection,
  route: string,
  body: Record<string, unknown>,
  how: { operation: number; midway: Midway },
): Promise<void> {
  switch (route) {
    case "PUT points": {
      const mode = typeof body.update_mode === "string" ? body.update_mode : "upsert";
      return upsert(collection, { points: listOf(body.points), mode, filter: body.update_filter }, how);
    }
    case "PUT points/vectors":
      return updateVectors(collection, { points: listOf(body.points), filter: body.update_filter }, how);
    case "POST points/vectors/delete":
      return deleteVectors(collection, { names: listOf(body.vector), chosen: body }, how);
    case "POST points/payload":
      return setPayload(collection, { payload: fieldsOf(body.payload), chosen: body }, how);
    case "POST points/payload/delete":
      return deletePayload(collection, { keys: listOf(body.keys), chosen: body }, how);
    case "POST points/delete":
      return deletePoints(collection, body, how.midway);
    default:
      throw new Unsupported(route);
  }
}

async function read(
  collection: Collection,
  route: string,
  body: Record<string, unknown>,
  midway: Midway,
): Promise<Answered> {
  switch (route) {
    case "GET ":
      return answer(describe(collection));
    case "GET exists":
      return answer({ exists: true });
    case "POST points":
      return answer(listOf(body.ids).flatMap((id) => retrieved(collection, id, body)));
    case "POST points/scroll":
      return answer(scrolled(await select(collection, body.filter, midway), body));
    case "POST points/count":
      return answer({ count: (await select(collection, body.filter, midway)).length });
    case "POST facet": {
      const key = String(body.key);
      if (!collection.indexes.has(key)) throw new WrongInput(`No appropriate index for faceting: \`${key}\``);
      const hits = facet(await select(collection, body.filter, midway), key);
      return answer({ hits: hits.slice(0, Number(body.limit ?? DEFAULT_LIMIT)) });
    }
    case "POST points/query":
      return answer(await queried(collection, body, midway));
    case "POST points/query/batch":
      // Nothing says in which order the searches of a batch are made.
      return answer(
        await Promise.all(listOf(body.searches).map((one) => queried(collection, fieldsOf(one), midway))),
      );
    case "POST points/query/groups":
      return answer({ groups: grouped(await search(collection, body, midway), body) });
    default:
      throw new Unsupported(route);
  }
}

function addIndex(
  collection: Collection,
  { field_name: name, field_schema: schema }: Record<string, unknown>,
) {
  // An index that is there is replaced by one with other parameters.
  collection.indexes.set(
    String(name),
    typeof schema === "string" ? { type: schema, isBare: true } : fieldsOf(schema),
  );
}

/** The same vector may be added again, another of its name may not. */
function addVector({ sparse }: Collection, name: string, body: Record<string, unknown>) {
  const { datatype, ...settings } = fieldsOf(body.sparse);
  const added = datatype === undefined ? settings : { ...settings, index: { datatype } };
  const present = sparse.get(name);
  if (present !== undefined && !isDeepStrictEqual(present, added)) {
    throw new WrongInput(`Sparse vector \`${name}\` already exists with a different configuration`);
  }
  sparse.set(name, added);
}

function describe({ settings, sparse, indexes, points }: Collection) {
  return {
    status: "green",
    optimizer_status: "ok",
    indexed_vectors_count: 0,
    points_count: points.size,
    segments_count: 2,
    config: {
      params: {
        vectors: { size: settings.size, distance: settings.distance },
        ...(sparse.size === 0 ? {} : { sparse_vectors: Object.fromEntries(sparse) }),
        shard_number: 1,
        replication_factor: 1,
        write_consistency_factor: 1,
      },
      hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000, ...settings.hnsw },
      optimizer_config: {
        deleted_threshold: 0.2,
        vacuum_min_vector_number: 1_000,
        default_segment_number: 0,
        flush_interval_sec: 5,
      },
      wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0 },
    },
    payload_schema: Object.fromEntries(
      [...indexes].map(([name, { isBare, ...params }]) => [
        name,
        { data_type: params.type, ...(isBare ? {} : { params }), points: points.size },
      ]),
    ),
  };
}

function retrieved(collection: Collection, id: unknown, body: Record<string, unknown>) {
  const point = typeof id === "string" || typeof id === "number" ? collection.points.get(id) : undefined;
  return point === undefined ? [] : [shown(point, body)];
}

function scrolled(points: readonly StoredPoint[], body: Record<string, unknown>) {
  const { offset, limit } = body;
  const from = offset === undefined ? 0 : points.findIndex(({ id }) => id === offset);
  const end = from + Number(limit ?? DEFAULT_LIMIT);
  return {
    points: points.slice(from, end).map((point) => shown(point, body)),
    next_page_offset: points[end]?.id ?? null,
  };
}
