import { describe, expect, it as plainly, vi } from "vitest";
import { isFrom, openStage } from "./qdrant-stage.ts";
import { calm } from "./store-under-test.ts";

vi.setConfig({ testTimeout: 120_000 });

type Stage = Awaited<ReturnType<typeof openStage>>;

/** Each on a stage of its own, so that they need not wait for one another: most of their time they wait anyway. */
const it = plainly.extend<{ stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants to see which fixtures it uses
  async stage({}, use) {
    const stage = await openStage();
    await use(stage);
    stage.double.hooks = {};
    stage.double.midway = undefined;
    await stage.close();
  },
});

/** More moments than any single call has, so that the last rounds run undisturbed. */
const MOMENTS = 32;

/** Calls the action once: at the given moment of what `left` does, counted by ends of its requests. */
function atMoment(stage: Stage, moment: number, action: () => Promise<unknown>): { happened(): boolean } {
  let count = 0;
  let isOver = false;
  const tick = async (asked: Parameters<typeof isFrom>[0]) => {
    if (!isFrom(asked, "left")) return undefined;
    count += 1;
    if (count !== moment) return undefined;
    isOver = true;
    await action();
    return undefined;
  };
  stage.double.hooks.before = tick;
  stage.double.hooks.after = tick;
  return { happened: () => isOver };
}

/** Calls the action once: when `left` has written its points and is about to commit them. */
function beforeCommit(stage: Stage, action: () => Promise<unknown>): { happened(): boolean } {
  let isOver = false;
  stage.double.hooks.before = async (asked) => {
    if (isOver || !isFrom(asked, "left") || !asked.path.endsWith("_ledger/points/payload")) return undefined;
    isOver = true;
    await action();
    return undefined;
  };
  return { happened: () => isOver };
}

describe.concurrent("a replacement", () => {
  it("is seen whole or not at all at every moment of its course, and never taken back", async ({ stage }) => {
    const old = await stage.replace(stage.left, 9);
    const seen: (string | undefined)[] = [];
    const look = async () => {
      seen.push(await stage.seenBy(stage.right));
    };
    const lookAt = async (asked: Parameters<typeof isFrom>[0]) => {
      if (isFrom(asked, "left")) await look();
      return undefined;
    };
    stage.double.hooks.before = lookAt;
    stage.double.hooks.after = lookAt;
    stage.double.midway = (kind) => (kind === "write" ? look() : undefined);
    const latest = await stage.replace(stage.left, 300);
    const switched = seen.indexOf(latest);
    expect(switched).toBeGreaterThan(10);
    expect(seen.slice(0, switched)).toEqual(new Array(switched).fill(old));
    expect(seen.slice(switched)).toEqual(new Array(seen.length - switched).fill(latest));
    expect(seen.length - switched).toBeGreaterThan(5);
  });

  it("in the middle of a search leaves the search with one whole version", async ({ stage }) => {
    const before = await stage.replace(stage.right, 7);
    let disturbed = 0;
    for (let moment = 1; moment <= 8; moment++) {
      const { happened } = atMoment(stage, moment, () => stage.replace(stage.right, 4 + moment));
      expect(await stage.seenBy(stage.left)).toBeDefined();
      if (happened()) disturbed += 1;
    }
    expect(disturbed).toBeGreaterThanOrEqual(4);
    let isFirst = true;
    stage.double.hooks = {};
    stage.double.midway = async (kind) => {
      if (kind !== "read" || !isFirst) return;
      isFirst = false;
      await stage.replace(stage.right, 21);
    };
    const seen = await stage.seenBy(stage.left);
    expect(seen).toBeDefined();
    expect(seen).not.toBe(before);
    expect(isFirst).toBe(false);
  });

  it("by two copies at once ends with one whole version and nothing left over, wherever they meet", async ({
    stage,
  }) => {
    let met = 0;
    for (let moment = 1; moment <= MOMENTS; moment++) {
      const { happened } = atMoment(stage, moment, async () => {
        await stage.replace(stage.right, 5);
        expect(await stage.seenBy(stage.right)).toBeDefined();
      });
      await stage.replace(stage.left, 8);
      if (happened()) met += 1;
      stage.double.hooks = {};
      const seen = await stage.seenBy(stage.left);
      expect(seen).toBeDefined();
      expect(await stage.seenBy(stage.right)).toBe(seen);
      expect(stage.storedVersions()).toEqual([seen]);
      await stage.settled();
      expect(stage.ledgerChanges()).toEqual([]);
      expect(stage.marks()).toEqual([]);
    }
    expect(met).toBeGreaterThan(8);
    expect(met).toBeLessThan(MOMENTS);
  });

  it("meets a removal by another copy and is there whole or gone whole", async ({ stage }) => {
    const outcomes = new Set<boolean>();
    for (let moment = 1; moment <= MOMENTS; moment++) {
      await stage.replace(stage.right, 6);
      atMoment(stage, moment, () => stage.right.removeDocument(stage.documentId, calm));
      await stage.replace(stage.left, 8);
      stage.double.hooks = {};
      const seen = await stage.seenBy(stage.right);
      outcomes.add(seen !== undefined);
      expect(stage.storedVersions()).toEqual(seen === undefined ? [] : [seen]);
      await stage.settled();
      expect(stage.ledgerChanges()).toEqual([]);
      expect(stage.marks()).toEqual([]);
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });

  it("meets a renaming by another copy and has one name in all chunks", async ({ stage }) => {
    for (let moment = 1; moment <= MOMENTS; moment++) {
      const { happened } = atMoment(stage, moment, () =>
        stage.right.renameDocument(stage.documentId, `new-${moment}.md`, calm),
      );
      await stage.replace(stage.left, 130, "old.md");
      stage.double.hooks = {};
      await stage.settled();
      expect(stage.storedNames()).toHaveLength(1);
      if (happened() && moment > 4) expect(stage.storedNames()).toEqual([`new-${moment}.md`]);
    }
  });

  it("moves a document to another owner without either seeing a part of it", async ({ stage }) => {
    await stage.replace(stage.left, 9);
    const heir = { ...stage.query, userId: "heir" };
    const look = async () => {
      const mine = stage.wholeVersion(await stage.right.search(stage.query, calm));
      const theirs = stage.wholeVersion(await stage.right.search(heir, calm));
      expect(mine === undefined || theirs === undefined).toBe(true);
    };
    stage.double.hooks.before = async (asked) => (isFrom(asked, "left") ? void (await look()) : undefined);
    await stage.replaceFor(stage.left, "heir", 5);
    stage.double.hooks = {};
    expect(stage.wholeVersion(await stage.right.search(stage.query, calm))).toBeUndefined();
    expect(stage.wholeVersion(await stage.right.search(heir, calm))).toBeDefined();
  });
});

describe.concurrent("a copy that dies in the middle of a replacement", () => {
  const STALE_MS = 130_000;

  /** Lets `left` die at a moment of its replacement: from then on nothing of it arrives. */
  async function dieAt(stage: Stage, moment: number): Promise<boolean> {
    const dying = await stage.open("left");
    let isDead = false;
    let count = 0;
    const die = (asked: Parameters<typeof isFrom>[0]) => {
      if (!isFrom(asked, "left")) return undefined;
      count += 1;
      if (count === moment) {
        isDead = true;
        void dying.close();
      }
      return isDead ? ({ drop: true } as const) : undefined;
    };
    stage.double.hooks.before = die;
    stage.double.hooks.after = die;
    const outcome = await stage.replace(dying, 130).then(
      () => "done",
      () => "failed",
    );
    stage.double.hooks = {};
    await dying.close();
    expect(outcome === "done" || isDead).toBe(true);
    return isDead;
  }

  it("leaves the old version or the new one, and the next index leaves only its own", async ({ stage }) => {
    await stage.replace(stage.right, 6);
    let deaths = 0;
    for (let moment = 1; moment <= MOMENTS + 20; moment++) {
      if (await dieAt(stage, moment)) deaths += 1;
      expect(await stage.seenBy(stage.right)).toBeDefined();
      const latest = await stage.replace(stage.right, 5);
      expect(await stage.seenBy(stage.right)).toBe(latest);
      expect(stage.storedVersions()).toEqual([latest]);
    }
    expect(deaths).toBeGreaterThan(15);
    stage.passTime(STALE_MS);
    await stage.right.removeLeftovers(calm);
    expect(stage.ledgerChanges()).toEqual([]);
  });

  it("leaves what a repair lists and removes", async ({ stage }) => {
    let listed = 0;
    await stage.replace(stage.right, 6);
    for (let moment = 1; moment <= MOMENTS + 20; moment++) {
      await dieAt(stage, moment);
      const seen = await stage.seenBy(stage.right);
      await stage.settled();
      stage.passTime(STALE_MS);
      const found = await stage.right.leftovers(calm);
      listed += found.length;
      expect(found.every(({ documentId }) => documentId === stage.documentId)).toBe(true);
      expect(await stage.right.removeLeftovers(calm)).toEqual(found);
      expect(await stage.right.leftovers(calm)).toEqual([]);
      expect(await stage.seenBy(stage.right)).toBe(seen);
      expect(stage.storedVersions()).toEqual([seen]);
      expect(stage.ledgerChanges()).toEqual([]);
    }
    expect(listed).toBeGreaterThan(6);
  });

  it("is not taken for dead while it works", async ({ stage }) => {
    await stage.replace(stage.right, 6);
    let removed = -1;
    const { happened } = beforeCommit(stage, async () => {
      removed = (await stage.right.removeLeftovers(calm)).length;
    });
    const latest = await stage.replace(stage.left, 8);
    expect(happened()).toBe(true);
    expect(removed).toBe(0);
    expect(await stage.seenBy(stage.right)).toBe(latest);
  });

  it("learns that it was given up when it wakes too late", async ({ stage }) => {
    const old = await stage.replace(stage.right, 6);
    await stage.settled();
    beforeCommit(stage, async () => {
      stage.passTime(STALE_MS);
      expect(await stage.right.removeLeftovers(calm)).toHaveLength(1);
    });
    await expect(stage.replace(stage.left, 8)).rejects.toMatchObject({
      code: "vector-store-failed",
      message: "The indexing was interrupted for too long",
    });
    expect(await stage.seenBy(stage.right)).toBe(old);
    expect(stage.storedVersions()).toEqual([old]);
    expect(stage.ledgerChanges()).toEqual([]);
  });
});
