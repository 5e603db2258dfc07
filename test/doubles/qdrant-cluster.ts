import { setTimeout as pause } from "node:timers/promises";
import {
  type Answered,
  type Asked,
  type BackendDouble,
  jsonOf,
  openBackendDouble,
} from "./backend-double.ts";
import { openApiCheck } from "./openapi-check.ts";
import { timed } from "./qdrant.ts";
import { answerQdrant, type Collections, refused } from "./qdrant-answers.ts";
import type { StoredPoint } from "./qdrant-collection.ts";
import { fieldsOf, meets } from "./qdrant-filter.ts";

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
  /** Gives one replica of a point another payload than the others, as two leaders at once can. */
  split(collection: string, id: number, payload: Record<string, unknown>): void;
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
  const splits = new Map<string, { collection: string; id: number; payload: Record<string, unknown> }>();
  let lastDeathMs = Number.NEGATIVE_INFINITY;
  let unnoticed = 0;

  function refusal({ query }: Asked): Answered | undefined {
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

  const keyOf = (collection: string, id: number) => `${collection} ${id}`;

  /** What becomes of points on which the replicas do not agree. */
  function withSplits(asked: Asked, answered: Answered): Answered {
    const [, , collection = "", ...rest] = asked.path.split("/");
    if (splits.size === 0 || answered.status !== 200) return answered;
    const route = rest.join("/");
    if (route === "points/payload") {
      for (const split of splits.values()) if (split.collection === collection) heal(split, asked);
      return answered;
    }
    if (route !== "points" || asked.method !== "POST") return answered;
    const { result, ...body } = fieldsOf(answered.body);
    const records = Array.isArray(result) ? result.map(fieldsOf) : [];
    const isAny = asked.query.get("consistency") === "1";
    const shown = records.flatMap((record) => {
      const split = splits.get(keyOf(collection, Number(record.id)));
      if (split === undefined) return [record];
      return isAny ? [{ ...record, payload: split.payload }] : [];
    });
    return { ...answered, body: { ...body, result: shown } };
  }

  /** A write that fits both makes them one again; one that fits the others only leaves the other one as it is. */
  function heal(
    split: { collection: string; id: number; payload: Record<string, unknown> },
    asked: Asked,
  ): void {
    const { filter, payload } = fieldsOf(jsonOf(asked));
    if (!meets({ id: split.id, payload: split.payload }, filter)) return;
    split.payload = { ...split.payload, ...fieldsOf(payload) };
    const stored = collections.get(split.collection)?.points.get(split.id)?.payload;
    if (stored?.sequence === split.payload.sequence) splits.delete(keyOf(split.collection, split.id));
  }

  const openNode = () =>
    openBackendDouble({
      async answer(asked) {
        if (asked.path === "/readyz") return { status: 200, body: "all shards are ready" };
        const no = refusal(asked);
        if (no !== undefined) return no;
        const answered = await timed(() => answerQdrant(collections, asked, () => undefined));
        return withSplits(asked, answered);
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
      away.delete(node);
      await pause(0);
    },
    points: (collection) => [...(collections.get(collection)?.points.values() ?? [])],
    split(collection, id, payload) {
      splits.set(keyOf(collection, id), { collection, id, payload });
    },
    async stop() {
      await Promise.all(nodes.map((node, i) => (away.has(i) ? undefined : node.stop())));
    },
  };
}
