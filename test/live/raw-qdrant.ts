import { z } from "zod";

/** A Qdrant past the service: what lies there, and how its replicas are. */
export function openRawQdrant({ urls, apiKey, collection }: RawOptions) {
  const headers = {
    "content-type": "application/json",
    ...(apiKey === undefined ? {} : { "api-key": apiKey }),
  };

  /** Asks one node after the other, each twice: a connection that was kept open may just have been closed. */
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    let failure: unknown;
    for (const url of [...urls, ...urls]) {
      try {
        const answer = await fetch(`${url.replace(/\/+$/, "")}${path}`, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(10_000),
        });
        const text = await answer.text();
        if (answer.ok) return z.object({ result: z.unknown() }).parse(JSON.parse(text)).result;
        failure = new Error(`${method} ${path}: ${answer.status} ${text}`);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** Whether all replicas are active as this node sees it, which it may not be able to say in time. */
  async function isReplicated(url: string, name: string): Promise<boolean> {
    const text = await fetch(`${url.replace(/\/+$/, "")}/collections/${name}/cluster`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    })
      .then((answer) => (answer.ok ? answer.text() : null))
      .catch(() => null);
    if (text === null) return false;
    const { result } = clusterSchema.parse(JSON.parse(text));
    const states = [...result.local_shards, ...result.remote_shards].map(({ state }) => state);
    return result.shard_transfers.length === 0 && states.every((state) => state === "Active");
  }

  async function scroll(name: string) {
    const points: z.infer<typeof scrolledSchema>["points"] = [];
    let offset: unknown = null;
    do {
      const body = { limit: 1_000, with_payload: true, ...(offset === null ? {} : { offset }) };
      const page = scrolledSchema.parse(
        await ask("POST", `/collections/${name}/points/scroll?consistency=all`, body),
      );
      points.push(...page.points);
      offset = page.next_page_offset ?? null;
    } while (offset !== null);
    return points;
  }

  return {
    /** Creates both collections with a replica on each of three nodes. */
    async createReplicated() {
      const replicated = { replication_factor: 3, write_consistency_factor: 2 };
      const hnsw = { m: 0, payload_m: 16 };
      const vectors = { size: 768, distance: "Cosine" };
      await ask("PUT", `/collections/${collection}`, {
        ...{ vectors, hnsw_config: hnsw, shard_number: 3, ...replicated },
      });
      await ask("PUT", `/collections/${collection}_ledger`, {
        ...{ vectors: { size: 1, distance: "Dot" }, shard_number: 1, ...replicated },
      });
    },
    /** Whether every replica of both collections is active, as every node sees it. */
    async isWhole(): Promise<boolean> {
      const names = [collection, `${collection}_ledger`];
      const states = await Promise.all(urls.flatMap((url) => names.map((name) => isReplicated(url, name))));
      return states.every(Boolean);
    },
    points: () => scroll(collection),
    async ledgerChanges() {
      const pages = await scroll(`${collection}_ledger`);
      return pages.flatMap(({ payload }) => (Array.isArray(payload.changes) ? payload.changes : []));
    },
    async remove() {
      for (const name of [collection, `${collection}_ledger`]) await ask("DELETE", `/collections/${name}`);
    },
  };
}

export interface RawOptions {
  urls: readonly string[];
  apiKey: string | undefined;
  collection: string;
}

const shardSchema = z.object({ state: z.string() });
const clusterSchema = z.object({
  result: z.object({
    local_shards: z.array(shardSchema),
    remote_shards: z.array(shardSchema),
    shard_transfers: z.array(z.unknown()),
  }),
});
const scrolledSchema = z.object({
  points: z.array(z.object({ id: z.unknown(), payload: z.record(z.string(), z.unknown()) })),
  next_page_offset: z.unknown(),
});
