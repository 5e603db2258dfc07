import { type Answered, type BackendDouble, openBackendDouble } from "./backend-double.ts";
import { openApiCheck } from "./openapi-check.ts";
import { answerQdrant, type Collections } from "./qdrant-answers.ts";
import type { Midway, StoredPoint } from "./qdrant-collection.ts";

/** A Qdrant server's double: the state in memory, the semantics those of the parts of its interface that it knows. */
export interface QdrantDouble extends BackendDouble {
  /** Called in the middle of every operation on more than one point. */
  midway: Midway | undefined;
  /** The points of a collection, as they lie there. */
  points(collection: string): StoredPoint[];
  /** Forgets everything. */
  wipe(): void;
}

export interface QdrantDoubleOptions {
  /** Keys that open the door; none means that it is open. */
  apiKeys?: readonly string[];
  /** The version whose description requests and answers are checked against. */
  version?: "1.18.3" | "1.19.0";
}

/** Opens a double of a Qdrant server. */
export async function openQdrantDouble(options: QdrantDoubleOptions = {}): Promise<QdrantDouble> {
  const { apiKeys = [], version = "1.19.0" } = options;
  const collections: Collections = new Map();
  const check = openApiCheck({ file: `qdrant-${version}.json`, errorSchema: "ErrorResponse" });
  const backend = await openBackendDouble({
    answer(asked) {
      const key = asked.headers["api-key"];
      if (apiKeys.length > 0 && (typeof key !== "string" || !apiKeys.includes(key))) {
        return { status: 401, body: "Must provide an API key or an Authorization bearer token" };
      }
      return timed(() => answerQdrant(collections, asked, async (kind) => double.midway?.(kind)));
    },
    check,
  });
  const double: QdrantDouble = Object.assign(backend, {
    midway: undefined,
    points: (collection: string) => [...(collections.get(collection)?.points.values() ?? [])],
    wipe: () => collections.clear(),
  });
  return double;
}

/** The answer with how long the server worked on it, as Qdrant says it. */
export async function timed(work: () => Promise<Answered>): Promise<Answered> {
  const startedAtMs = performance.now();
  const answered = await work();
  const time = (performance.now() - startedAtMs) / 1_000;
  return typeof answered.body === "object" && "time" in answered.body
    ? { ...answered, body: { ...answered.body, time } }
    : answered;
}
