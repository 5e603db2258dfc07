import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import type { Asked } from "../doubles/backend-double.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { isFrom } from "./qdrant-stage.ts";
import { expectMadeBy, type Maker, makerOf, unlessRefused, userOf } from "./staged-documents.ts";
import { calm } from "./store-under-test.ts";

vi.setConfig({ testTimeout: 120_000 });

let double: QdrantDouble;
let time = Date.UTC(2026, 0, 1);
beforeEach(async () => {
  double = await openQdrantDouble({ apiKeys: ["left", "right"] });
});
afterEach(async () => {
  expect([...new Set(double.problems)]).toEqual([]);
  await double.stop();
});

type Copy = Awaited<ReturnType<typeof openCopies>>["left"];

/** Two copies of the service on a collection of their own, with 3 and 2 chunks of one user by the old embedder. */
async function openCopies() {
  double.hooks = {};
  const collection = `documents_${newId()}`;
  const userId = newId();
  const open = async (apiKey: "left" | "right") => {
    const now = () => new Date(time);
    const vectors = await openQdrantVectorStore({
      urls: [double.url],
      apiKey,
      collection,
      now,
      trustedMs: 20,
    });
    const user = userOf(() => ({ vectors, generations: vectors.generations }), userId);
    return { vectors, generations: vectors.generations, user };
  };
  const left = await open("left");
  const right = await open("right");
  const documents = await left.user.fill();
  return { left, right, documents, collection };
}

/**
 * Calls the action once: at the given moment of what `left` does, counted by beginnings and ends of its requests. What
 * it does when its calls have been answered counts too, so the action may begin there and has to be waited for.
 */
function atMoment(moment: number, action: () => Promise<unknown>): { happened(): Promise<boolean> } {
  let count = 0;
  let acting: Promise<unknown> | null = null;
  const tick = async (asked: Asked) => {
    if (isFrom(asked, "left")) count += 1;
    if (isFrom(asked, "left") && count === moment) {
      acting = action();
      await acting;
    }
    return undefined;
  };
  double.hooks = { before: tick, after: tick };
  return {
    async happened() {
      double.hooks = {};
      await acting;
      return acting !== null;
    },
  };
}

/** What `left` sends from that moment on is lost. */
function dieAt(moment: number): void {
  let count = 0;
  double.hooks.before = (asked) => {
    if (isFrom(asked, "left")) count += 1;
    return isFrom(asked, "left") && count >= moment ? { drop: true } : undefined;
  };
}

/** Indexes as the service does: only where its embedder is the recorded one. False where that failed or was refused. */
async function index({ generations, user }: Copy, chunks: number, maker: Maker): Promise<boolean> {
  if ((await generations.adopt(maker, calm)) !== maker) return false;
  return isDone(user.put(chunks, {}, maker));
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ name: "AppError", code: "vector-store-failed" });
    return false;
  }
}

/** Nothing is left that nobody sees, and the ledger has no open business. */
async function expectTidy(copies: readonly Copy[], collection: string): Promise<void> {
  for (const { vectors } of copies) await vectors.settled();
  const [{ generations }] = copies as [Copy];
  await generations.complete((await generations.identity(calm)) ?? "", calm);
  const points = double.points(collection);
  expect(new Set(points.map(({ payload }) => payload.generation)).size).toBeLessThan(2);
  for (const group of Map.groupBy(points, ({ payload }) => payload.documentId).values()) {
    expect(new Set(group.map(({ payload }) => payload.indexVersion)).size).toBe(1);
    expect(new Set(group.map(({ payload }) => payload.documentName)).size).toBe(1);
  }
  const ledger = double.points(`${collection}_ledger`);
  expect(ledger.flatMap(({ payload }) => payload.changes ?? [])).toEqual([]);
  expect(ledger.filter(({ payload }) => (payload.closedBy ?? null) !== null)).toEqual([]);
}

describe("a switch to another embedder", () => {
  it("that comes at any moment of an indexing leaves one embedder's vectors, and what was acknowledged", async () => {
    const outcomes = new Set<string>();
    for (let moment = 1; moment <= 24; moment += 2) {
      const { left, right, collection } = await openCopies();
      await right.user.stageAll("next");
      let isSwitched = false;
      const { happened } = atMoment(moment, async () => {
        isSwitched = await isDone(right.user.complete("next"));
      });
      const isIndexed = await index(left, 4, "old");
      await happened();
      outcomes.add(`${isIndexed} ${isSwitched}`);
      expect(isIndexed && isSwitched).toBe(false);
      expectMadeBy(await left.user.search(), isSwitched ? "next" : "old", isIndexed ? 9 : 5);
      await expectTidy([left, right], collection);
    }
    expect(outcomes).toEqual(new Set(["false true", "true false"]));
  });

  it("that comes at any moment of a search gives it its own embedder's vectors or a refusal", async () => {
    const outcomes = new Set<string>();
    for (let moment = 1; moment <= 24; moment++) {
      const { left, right } = await openCopies();
      expectMadeBy(await left.user.searchBy("old"), "old", 5);
      await right.user.stageAll("next");
      const { happened } = atMoment(moment, () => right.user.complete("next"));
      const hits = await unlessRefused(left.user.searchBy("old"));
      if (hits !== null) expectMadeBy(hits, "old", 5);
      outcomes.add(`${await happened()} ${hits !== null}`);
    }
    expect(outcomes).toContain("true false");
    expect(outcomes).toContain("false true");
  });

  it("lets another copy index, remove or rename at any of its moments", async () => {
    const outcomes = new Set<string>();
    for (let moment = 1; moment <= 240; moment += 23) {
      const { left, right, documents, collection } = await openCopies();
      await left.user.stageAll("next");
      let isIndexed = false;
      const { happened } = atMoment(moment, async () => {
        isIndexed = await index(right, 4, "old");
        await right.vectors.renameDocument(documents[0].documentId, "renamed.md", calm);
        await right.vectors.removeDocument(documents[1].documentId, calm);
      });
      const isSwitched = await isDone(left.user.complete("next"));
      await happened();
      outcomes.add(`${isIndexed} ${isSwitched}`);
      const hits = await right.user.search();
      const expected = hits.some(({ documentName }) => documentName === "renamed.md") ? 3 : 5;
      expectMadeBy(hits, isSwitched ? "next" : "old", expected + (isIndexed ? 4 : 0));
      await expectTidy([left, right], collection);
    }
    expect(outcomes).toContain("false true");
    expect(outcomes).toContain("true false");
    expect(outcomes).not.toContain("true true");
  });

  it("whose copy dies at any moment is seen whole or not at all, and is finished by the next attempt", async () => {
    const seen = new Set<Maker>();
    for (let moment = 2; moment <= 120; moment += 13) {
      const { left, right, collection } = await openCopies();
      await left.user.stageAll("next");
      dieAt(moment);
      await isDone(left.user.complete("next"));
      const maker = makerOf(await right.user.search(), 5);
      seen.add(maker);
      expect(await right.user.identity()).toBe(maker);
      time += 180_000;
      expect(await index(right, 2, maker)).toBe(true);
      expectMadeBy(await right.user.search(), maker, 7);
      await right.user.stageAll("next");
      await right.user.complete("next");
      expectMadeBy(await right.user.search(), "next", 7);
      await right.vectors.removeLeftovers(calm);
      await expectTidy([right], collection);
    }
    expect(seen).toEqual(new Set(["old", "next"]));
  });
});

describe("a document that is staged", () => {
  it("while another copy renames, replaces or removes it ends as that copy left it", async () => {
    for (let moment = 1; moment <= 24; moment += 2) {
      const { left, right, documents, collection } = await openCopies();
      const [first, second] = documents;
      const due = await left.user.onePending("next", first.documentId);
      const change = [
        () => right.vectors.renameDocument(first.documentId, "renamed.md", calm),
        () => right.user.put(4, { documentId: first.documentId }),
        () => right.vectors.removeDocument(first.documentId, calm),
      ][moment % 3];
      const { happened } = atMoment(moment, async () => change?.());
      await left.user.stage("next", due);
      if (!(await happened())) await change?.();
      await left.user.stageAll("next");
      await left.user.complete("next");
      const own = (await right.user.search()).filter(({ documentId }) => documentId === first.documentId);
      expect(own).toHaveLength([3, 4, 0][moment % 3] ?? 0);
      if (own.length > 0) expectMadeBy(own, "next", own.length);
      if (moment % 3 === 0)
        expect(new Set(own.map(({ documentName }) => documentName))).toEqual(new Set(["renamed.md"]));
      expect(await right.vectors.removeDocument(second.documentId, calm)).toBe(2);
      await expectTidy([left, right], collection);
    }
  });
});
