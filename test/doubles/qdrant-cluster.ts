import { setTimeout as pause } from "node:timers/promises";
import { type Answered, type Asked, type BackendDouble, openBackendDouble } from "./backend-double.ts";
import { openApiCheck } from "./openapi-check.ts";
import { timed } from "./qdrant.ts";
import { answerQdrant, type Collections, refused } from "./qdrant-answers.ts";
import type { StoredPoint } from "./qdrant-collection.ts";
import { openStaleReplica, type StaleReplica } from "./qdrant-stale-replica.ts";

/**
 * A cluster of three nodes, each with a replica of everything. The replicas share one state here; what the double
 * knows of their being several is what a service meets: which calls are refused while a node is away, and replicas that
 * do not agree on a point.
 */
export interface QdrantCluster {
  urls: string[];
  nodes: BackendDouble[];
  /** Nothing listens there any more. For a moment the others have not noticed. */
  kill(node: number): Promise<void>;
  revive(node: number): Promise<void>;
  points(collection: string): StoredPoint[];
  /** One of the replicas, as far as the two others differ from it. */
  stale: Omit<StaleReplica, "answer">;
  stop(): Promise<void>;
}

const NODES = 3;
/** So long after a death calls are refused that go by what was known of the node. */
const UNNOTICED_MS = 150;

/** Opens the cluster with all of its nodes. */
export async function openQdrantCluster(): Promise<QdrantCluster> {
  const collections: Collections = new Map();
  const check = openApiCheck({ file: "qdrant-1.18.3.json", errorSchema: "ErrorResponse" });
  const away = new Set<number>();
  const stale = openStaleReplica(collections);
  let lastDeathMs = Number.NEGATIVE_INFINITY;
  let unnoticed = 0;
  const revivedAtMs = new Map<number, number>();
  const createdAtMs = new Map<string, number>();

  /** A node that copies what it missed has no shard for moments. */
  function isCopying(node: number): boolean {
    return performance.now() - (revivedAtMs.get(node) ?? Number.NEGATIVE_INFINITY) < UNNOTICED_MS;
  }

  /** A collection that is being created has no replicas yet. */
  function isBeingMade({ method, path }: Asked): boolean {
    const madeAtMs = createdAtMs.get(path);
    if (method === "PUT" && madeAtMs === undefined) createdAtMs.set(path, performance.now());
    return method === "GET" && performance.now() - (madeAtMs ?? Number.NEGATIVE_INFINITY) < UNNOTICED_MS;
  }

  function refusal(node: number, asked: Asked): Answered | undefined {
    const { query } = asked;
    if (isBeingMade(asked)) {
      return refused(500, "Service internal error: 0 of 0 read operations failed");
    }
    if (isCopying(node)) {
      return refused(
        500,
        "Service internal error: 1 of 1 read operations failed:\n  Service internal error: Local shard 0 not found",
      );
    }
    const isUnnoticed = performance.now() - lastDeathMs < UNNOTICED_MS;
    if (isUnnoticed && unnoticed++ % 2 === 0) {
      return refused(500, "Service internal error: 1 of 2 read operations failed: transport error");
    }
    if (away.size === 0) return undefined;
    if (["all", "majority"].includes(query.get("consistency") ?? "") || away.size > 1) {
      return refused(
        500,
        "Service internal error: The replica set for shard 0 does not have enough active replicas",
      );
    }
    if (query.get("ordering") === "strong" && away.has(NODES - 1)) {
      return refused(
        500,
        "Service internal error: Failed to apply update with Strong ordering via leader peer 3",
      );
    }
    return undefined;
  }

  const openNode = (_: unknown, node: number) =>
    openBackendDouble({
      async answer(asked) {
        if (asked.path === "/readyz") return { status: 200, body: "all shards are ready" };
        const no = refusal(node, asked);
        if (no !== undefined) return no;
        const answered = await stale.answer(asked, () =>
          timed(() => answerQdrant(collections, asked, () => undefined)),
        );
        return asked.method === "GET" ? replicated(answered) : answered;
      },
      check,
    });
  const nodes = await Promise.all(Array.from({ length: NODES }, openNode));
  return {
    urls: nodes.map(({ url }) => url),
    nodes,
    async kill(node) {
      away.add(node);
      lastDeathMs = performance.now();
      unnoticed = 0;
      await nodes[node]?.stop();
    },
    async revive(node) {
      await nodes[node]?.start();
      revivedAtMs.set(node, performance.now());
      away.delete(node);
      await pause(0);
    },
    points: (collection) => [...(collections.get(collection)?.points.values() ?? [])],
    stale,
    async stop() {
      await Promise.all(nodes.map((node, i) => (away.has(i) ? undefined : node.stop())));
    },
  };
}

/** The description of a collection, of which every node has a replica. */
function replicated({ body, ...answered }: Answered): Answered {
  const words = JSON.stringify(body ?? {});
  const described = words.replace('"replication_factor":1', `"replication_factor":${NODES}`);
  return { ...answered, body: JSON.parse(described) };
}
