import { describe, expect, it } from "vitest";
import { AppError } from "../domain/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import { guardEmbedder } from "./guard-embedder.ts";

const { signal } = new AbortController();
const VECTOR = new Float32Array(768).fill(1 / Math.sqrt(768));

/** An embedder whose identity is known when it is ready, and a store that has recorded one. */
function guarded({
  recorded,
  embedder: changes = {},
}: {
  recorded: string | null;
  embedder?: Partial<Embedder>;
}) {
  const world = { recorded, ms: 1_000, reads: 0, readied: 0, embedded: 0 };
  const embedder: Embedder = {
    get identity() {
      return world.readied > 0 ? "mine" : "not known yet";
    },
    async ready() {
      world.readied += 1;
    },
    async embedQuery() {
      world.embedded += 1;
      return VECTOR;
    },
    async embedPassages(texts) {
      world.embedded += texts.length;
      return texts.map(() => VECTOR);
    },
  };
  const generations = {
    async identity() {
      world.reads += 1;
      return world.recorded;
    },
    async adopt(identity: string) {
      world.recorded ??= identity;
      return world.recorded;
    },
  };
  const guard = guardEmbedder(Object.assign(embedder, changes), generations, () => new Date(world.ms));
  return {
    world,
    guard,
    query: () => guard.embedQuery("question", signal),
    passages: () => guard.embedPassages(["one", "two"], () => undefined, signal),
  };
}

const refusal = {
  name: "AppError",
  code: "embedder-changed",
  message: "The documents were embedded by another, but mine is configured now",
  details: expect.stringContaining("npm run carrel -- reembed"),
};

describe("an embedder in front of a store of its own vectors", () => {
  it("embeds as it did, under its own name", async () => {
    const { guard, query, passages } = guarded({ recorded: "mine" });
    expect(await query()).toBe(VECTOR);
    expect(await passages()).toEqual([VECTOR, VECTOR]);
    expect(guard.identity).toBe("mine");
  });

  it("passes vectors and the signal on as they come", async () => {
    const told: [number, number][] = [];
    const seen: AbortSignal[] = [];
    const { guard } = guarded({
      recorded: "mine",
      embedder: {
        async embedPassages(texts, onVectors, given) {
          onVectors(
            0,
            texts.map(() => VECTOR),
          );
          seen.push(given);
          return [];
        },
      },
    });
    await guard.embedPassages(["one", "two"], (from, vectors) => told.push([from, vectors.length]), signal);
    expect(told).toEqual([[0, 2]]);
    expect(seen).toEqual([signal]);
  });

  it("looks at the store again after ten seconds, and is readied once", async () => {
    const { world, query } = guarded({ recorded: "mine" });
    for (const ms of [1_000, 5_000, 10_999]) {
      world.ms = ms;
      await query();
    }
    expect(world.reads).toBe(1);
    world.ms = 11_000;
    await query();
    expect(world.reads).toBe(2);
    expect(world.readied).toBe(1);
  });

  it("looks again where the clock was set back", async () => {
    const { world, query } = guarded({ recorded: "mine" });
    await query();
    world.ms = 0;
    await query();
    expect(world.reads).toBe(2);
  });
});

describe("an embedder in front of a store of another's vectors", () => {
  it("refuses queries and passages before it embeds anything, and says what to do", async () => {
    const { world, query, passages } = guarded({ recorded: "another" });
    await expect(query()).rejects.toMatchObject(refusal);
    await expect(passages()).rejects.toMatchObject(refusal);
    expect(world.embedded).toBe(0);
    expect(world.recorded).toBe("another");
  });

  it("works as soon as the store is its own", async () => {
    const { world, query } = guarded({ recorded: "another" });
    await expect(query()).rejects.toMatchObject(refusal);
    world.recorded = "mine";
    expect(await query()).toBe(VECTOR);
  });

  it("refuses within ten seconds of the store's going over to another", async () => {
    const { world, query } = guarded({ recorded: "mine" });
    await query();
    world.recorded = "another";
    world.ms += 10_000;
    await expect(query()).rejects.toMatchObject(refusal);
  });

  it("gives no vectors for passages where the store went over while they were embedded", async () => {
    const { world, query, passages } = guarded({
      recorded: "mine",
      embedder: {
        async embedPassages(texts) {
          world.recorded = "another";
          return texts.map(() => VECTOR);
        },
      },
    });
    await query();
    await expect(passages()).rejects.toMatchObject(refusal);
  });
});

describe("an embedder in front of a store that is nobody's", () => {
  it("lets queries pass and leaves it nobody's, each time anew", async () => {
    const { world, query } = guarded({ recorded: null });
    expect(await query()).toBe(VECTOR);
    expect(world.recorded).toBeNull();
    world.recorded = "another";
    await expect(query()).rejects.toMatchObject(refusal);
  });

  it("makes it its own with the first passages", async () => {
    const { world, passages } = guarded({ recorded: null });
    expect(await passages()).toHaveLength(2);
    expect(world.recorded).toBe("mine");
  });

  it("leaves it nobody's where it cannot embed", async () => {
    const broken = new Error("no such model");
    const embedPassages = () => Promise.reject(broken);
    const { world, passages } = guarded({ recorded: null, embedder: { embedPassages } });
    await expect(passages()).rejects.toBe(broken);
    expect(world.recorded).toBeNull();
  });
});

describe("an embedder that is not ready", () => {
  it("fails with its own failure and tries again the next time", async () => {
    const down = new Error("the provider is down");
    let isUp = false;
    const { query } = guarded({
      recorded: "not known yet",
      embedder: { ready: () => (isUp ? Promise.resolve() : Promise.reject(down)) },
    });
    await expect(query()).rejects.toBe(down);
    isUp = true;
    expect(await query()).toBe(VECTOR);
  });
});

describe("the check of an embedder", () => {
  const down = new AppError("embedding-failed", "The provider is down");

  it("asks it once, and then looks at the store each time", async () => {
    const { world, guard } = guarded({ recorded: null });
    await guard.check(signal);
    await guard.check(signal);
    expect([world.readied, world.reads]).toEqual([1, 2]);
    world.recorded = "another";
    await expect(guard.check(signal)).rejects.toMatchObject(refusal);
  });

  it("fails while it cannot be reached, and asks again after ten seconds", async () => {
    let asked = 0;
    const ready = () => {
      asked += 1;
      return asked < 3 ? Promise.reject(down) : Promise.resolve();
    };
    const { world, guard } = guarded({ recorded: null, embedder: { ready } });
    await expect(guard.check(signal)).rejects.toBe(down);
    world.ms += 9_999;
    await expect(guard.check(signal)).rejects.toBe(down);
    expect(asked).toBe(1);
    world.ms += 1;
    await expect(guard.check(signal)).rejects.toBe(down);
    world.ms += 10_000;
    await guard.check(signal);
    await guard.check(signal);
    expect(asked).toBe(3);
  });

  it("asks it again after it has failed to embed, until it succeeds", async () => {
    let isUp = true;
    let asked = 0;
    const embedQuery = () => (isUp ? Promise.resolve(VECTOR) : Promise.reject(down));
    const ready = async () => {
      asked += 1;
      await embedQuery();
    };
    const { world, guard, query } = guarded({ recorded: null, embedder: { ready, embedQuery } });
    await query();
    await guard.check(signal);
    isUp = false;
    await expect(query()).rejects.toBe(down);
    await expect(guard.check(signal)).rejects.toBe(down);
    isUp = true;
    world.ms += 10_000;
    await query();
    await guard.check(signal);
    expect(asked).toBe(2);
  });

  it("asks it once for all who check at the same time, whoever of them leaves", async () => {
    let asked = 0;
    const answer = Promise.withResolvers<void>();
    const ready = () => {
      asked += 1;
      return answer.promise;
    };
    const { guard } = guarded({ recorded: null, embedder: { ready } });
    const leaving = new AbortController();
    const left = guard.check(leaving.signal);
    const others = Array.from({ length: 20 }, () => guard.check(signal));
    leaving.abort(new AppError("cancelled", "The client left"));
    await expect(left).rejects.toThrow("The client left");
    answer.resolve();
    await Promise.all(others);
    expect(asked).toBe(1);
  });

  it("does not doubt it because somebody left", async () => {
    const leaving = new AbortController();
    const embedQuery = async () => {
      leaving.abort(new AppError("cancelled", "The client left"));
      throw leaving.signal.reason;
    };
    const { world, guard, passages } = guarded({ recorded: null, embedder: { embedQuery } });
    await passages();
    await expect(guard.embedQuery("question", leaving.signal)).rejects.toThrow("The client left");
    await guard.check(signal);
    expect(world.readied).toBe(1);
  });

  it("ends what is under way when it is closed", async () => {
    const ready = (given: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        given.addEventListener("abort", () => reject(given.reason));
      });
    const { guard } = guarded({ recorded: null, embedder: { ready } });
    const check = guard.check(signal);
    guard.close();
    await expect(check).rejects.toThrow("The embedder is closed");
  });
});
