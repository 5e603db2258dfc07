import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { Hit } from "../../src/domain/passage.ts";
import { cosineOf } from "./indexed-documents.ts";
import { expectMadeBy, type Generations, idsOf, type Maker, makerOf, userOf } from "./staged-documents.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";
import { generationSearchContract } from "./vector-generations-searches.ts";

/** What everything that keeps generations of vectors promises. `open` gives a new and empty store each time. */
export function vectorGenerationsContract(
  name: string,
  open: () => Promise<StoreUnderTest<Generations>>,
): void {
  describe(`${name} as a keeper of generations of vectors`, () => {
    let store: Generations;
    const user = userOf(() => store);
    const { put, fill, pending, onePending, stage, stageAll, complete, identity, search } = user;
    const reopen = openStoreDuring(open, "test", (now) => {
      store = now;
    });

    /** Stages what is pending and completes; searches then see so many chunks, all by the new maker. */
    const switchTo = async (maker: Maker, count: number) => {
      await stageAll(maker);
      await complete(maker);
      expectMadeBy(await search(), maker, count);
    };

    describe("the recorded embedder", () => {
      it("is nobody until one is adopted, and then stays that one", async () => {
        expect(await identity()).toBeNull();
        expect(await store.generations.adopt("old", calm)).toBe("old");
        expect(await store.generations.adopt("next", calm)).toBe("old");
        expect(await identity()).toBe("old");
        await reopen();
        expect(await identity()).toBe("old");
      });

      it("is one alone where many want to be it at once", async () => {
        const names = Array.from({ length: 10 }, (_, i) => `embedder ${i}`);
        const said = await Promise.all(names.map((other) => store.generations.adopt(other, calm)));
        expect(new Set(said)).toEqual(new Set([await identity()]));
      });

      it("is the next one at once where there are no documents", async () => {
        await store.generations.adopt("old", calm);
        expect(await pending("next")).toEqual([]);
        await complete("next");
        expect(await identity()).toBe("next");
      });

      it("has nothing pending and nothing to complete", async () => {
        await fill();
        const before = await search();
        expect(await pending("old")).toEqual([]);
        await complete("old");
        expect(await search()).toEqual(before);
        expect(await identity()).toBe("old");
      });
    });

    describe("staging", () => {
      it("is due for the documents of all users, each with its version and its chunks", async () => {
        const documents = await fill();
        const expected = documents.map(({ documentId, userId, indexVersion }, i) => {
          return { documentId, userId, indexVersion, chunks: [3, 2, 1][i] };
        });
        const due = await pending("next");
        expect(due).toHaveLength(3);
        expect(due).toEqual(expect.arrayContaining(expected));
      });

      it("changes nothing that searches see", async () => {
        await fill();
        const before = { hits: await search(), documents: await user.list() };
        await stageAll("next");
        expect({ hits: await search(), documents: await user.list() }).toEqual(before);
        expect(await identity()).toBe("old");
      });

      it("survives that everything is opened again, and goes on from there", async () => {
        const documents = await fill();
        const first = await onePending("next");
        await stage("next", first);
        await reopen();
        const others = documents.filter(({ documentId }) => documentId !== first.documentId);
        expect(idsOf(await pending("next"))).toEqual(idsOf(others));
        await switchTo("next", 5);
      });

      it("of a document twice keeps the later vectors", async () => {
        const [{ documentId }] = await fill();
        const document = await onePending("next", documentId);
        await store.generations.stage("next", document, user.vectorsBy("other", 3), calm);
        await stage("next", document);
        await switchTo("next", 5);
      });

      it("for another embedder drops what was staged", async () => {
        const documents = await fill();
        await stageAll("next");
        expect(await pending("other")).toHaveLength(3);
        await stage("other", await onePending("other"));
        expect(idsOf(await pending("next"))).toEqual(idsOf(documents));
        await switchTo("other", 5);
      });

      it("is refused with too few vectors, or vectors of another size", async () => {
        const [{ documentId }] = await fill();
        const document = await onePending("next", documentId);
        const whole = user.vectorsBy("next", 3);
        for (const wrong of [whole.slice(1), whole.map((vector) => vector.slice(1))]) {
          const staged = store.generations.stage("next", document, wrong, calm);
          await expect(staged).rejects.toMatchObject({ name: "AppError", code: "vector-store-failed" });
        }
        expect(await pending("next")).toHaveLength(3);
      });

      it("does nothing when the signal has aborted before", async () => {
        const [{ documentId }] = await fill();
        const document = await onePending("next", documentId);
        const reason = new Error("gone");
        const aborted = AbortSignal.abort(reason);
        const staged = store.generations.stage("next", document, user.vectorsBy("next", 3), aborted);
        await expect(staged).rejects.toBe(reason);
        await expect(store.generations.identity(aborted)).rejects.toBe(reason);
        await expect(store.generations.complete("old", aborted)).rejects.toBe(reason);
        expect(await pending("next")).toHaveLength(3);
      });
    });

    describe("completing", () => {
      it("makes the staged vectors the ones that searches see, and nothing else new", async () => {
        const [first] = await fill();
        const before = { hits: await search(), documents: await user.list() };
        await stageAll("next");
        await complete("next");
        const after = await search();
        expectMadeBy(after, "next", 5);
        expect(after.map(unscored)).toEqual(expect.arrayContaining(before.hits.map(unscored)));
        expect(await user.list()).toEqual(before.documents);
        const own = await store.vectors.firstVectors(first, 10, calm);
        expect(own.embedder).toBe("next");
        expect(own.vectors.map((vector) => cosineOf(user.target, vector).toFixed(3))).toEqual(
          Array(3).fill("0.500"),
        );
        expect(await identity()).toBe("next");
        expect(await pending("next")).toEqual([]);
        await reopen();
        expect(await search()).toEqual(after);
        expect(await identity()).toBe("next");
      });

      it("keeps the vectors in the order of the chunks", async () => {
        const { documentId } = await put(6);
        const document = await onePending("next", documentId);
        const vectors = [0.2, 0.7, 0.4, 0.6, 0.3, 0.5].map((cosine) => user.seeded.near(user.target, cosine));
        await store.generations.stage("next", document, vectors, calm);
        await complete("next");
        expect((await search()).map(({ chunkIndex }) => chunkIndex)).toEqual([1, 3, 5, 2, 4, 0]);
      });

      it("is refused while a document is pending, and changes nothing then", async () => {
        await fill();
        const refused = { name: "AppError", code: "vector-store-failed" };
        await expect(complete("next")).rejects.toMatchObject(refused);
        await stageAll("next");
        await put(4);
        await expect(complete("next")).rejects.toMatchObject(refused);
        await expect(complete("other")).rejects.toMatchObject(refused);
        await reopen();
        expectMadeBy(await search(), "old", 9);
        expect(await identity()).toBe("old");
        expect(await pending("next")).toHaveLength(1);
        await switchTo("next", 9);
      });

      it("leads from one embedder to the next again and again", async () => {
        await fill();
        for (const maker of ["next", "other", "old", "next"] as const) {
          await switchTo(maker, 5);
        }
        expect(await user.list()).toHaveLength(2);
      });

      it("leaves a store that documents can be put into, replaced in and removed from", async () => {
        const [first, second] = await fill();
        await stageAll("next");
        await complete("next");
        const added = await put(1, {}, "next");
        await put(1, { documentId: first.documentId }, "next");
        expect(await store.vectors.removeDocument(second.documentId, calm)).toBe(2);
        const hits = await search();
        expectMadeBy(hits, "next", 2);
        expect(idsOf(hits)).toEqual(idsOf([first, added]));
      });

      it("is never seen by halves", async () => {
        for (let i = 0; i < 20; i++) await put(5);
        const seen: Maker[] = [];
        const look = async () => void seen.push(makerOf(await search(), 100));
        let isOver = false;
        const looking = (async () => {
          while (!isOver) await look();
        })();
        try {
          await stageAll("next");
          await complete("next");
        } finally {
          isOver = true;
          await looking;
        }
        await look();
        expect([...new Set(seen)]).toEqual(["old", "next"]);
        expect(seen.lastIndexOf("old")).toBeLessThan(seen.indexOf("next"));
      });
    });

    generationSearchContract(() => store);

    describe("a document that changes between staging and completing", () => {
      it("is pending again when it was replaced, with its new chunks", async () => {
        const [{ documentId, userId }] = await fill();
        await stageAll("next");
        const { indexVersion } = await put(4, { documentId });
        expect(await pending("next")).toEqual([{ documentId, userId, indexVersion, chunks: 4 }]);
        await switchTo("next", 6);
      });

      it("is pending again when it went to another user", async () => {
        const [{ documentId }] = await fill();
        await stageAll("next");
        const heir = newId();
        await put(3, { documentId, userId: heir });
        expect(await pending("next")).toMatchObject([{ documentId, userId: heir }]);
      });

      it("cannot be staged as what it was before", async () => {
        const [replaced, removed, other] = await fill();
        const due = await pending("next");
        await put(3, { documentId: replaced.documentId });
        await store.vectors.removeDocument(removed.documentId, calm);
        for (const document of due) {
          expect(await stage("next", document)).toBe(document.documentId === other.documentId);
        }
        expect(idsOf(await pending("next"))).toEqual([replaced.documentId]);
      });

      it("stays staged under its new name", async () => {
        const [{ documentId }] = await fill();
        await stageAll("next");
        await store.vectors.renameDocument(documentId, "new name.md", calm);
        expect(await pending("next")).toEqual([]);
        await complete("next");
        const own = (await search()).filter((hit) => hit.documentId === documentId);
        expect(own.map(({ documentName }) => documentName)).toEqual(Array(3).fill("new name.md"));
        expectMadeBy(own, "next", 3);
      });

      it("is gone when it was removed", async () => {
        const [removed, kept] = await fill();
        await stageAll("next");
        await store.vectors.removeDocument(removed.documentId, calm);
        expect(await pending("next")).toEqual([]);
        await complete("next");
        const hits = await search();
        expect(idsOf(hits)).toEqual(Array(2).fill(kept.documentId));
        expectMadeBy(hits, "next", 2);
      });
    });
  });
}

/** A store may keep the new vectors in new points, so ids may differ as scores do. */
function unscored({ score: _score, id: _id, ...hit }: Hit): Omit<Hit, "score" | "id"> {
  return hit;
}
