import { describe, expect, it } from "vitest";
import { expectMadeBy, type Generations, unlessRefused, userOf } from "./staged-documents.ts";
import { calm } from "./store-under-test.ts";

/** The part of the contract on searches: none compares the vectors of two embedders. */
export function generationSearchContract(store: () => Generations): void {
  const user = userOf(store);
  const { put, fill, stageAll, complete } = user;

  describe("a search", () => {
    const refused = {
      name: "AppError",
      code: "embedder-changed",
      message: expect.stringMatching(/embedded by \w+, but \w+ is configured/),
      details: expect.stringContaining("npm run carrel -- reembed"),
    };

    it("by anybody is answered while nobody is recorded", async () => {
      await put(2);
      for (const embedder of ["old", "next", null]) {
        expectMadeBy(await user.searchBy(embedder), "old", 2);
      }
      await store().generations.adopt("old", calm);
      await expect(user.searchBy("next")).rejects.toMatchObject(refused);
    });

    it("is answered where its embedder made the vectors, and refused where another did", async () => {
      const [first] = await fill();
      for (const [maker, other] of [
        ["old", "next"],
        ["next", "old"],
      ] as const) {
        await stageAll(maker);
        await complete(maker);
        expectMadeBy(await user.searchBy(maker), maker, 5);
        expect(await store().vectors.searchDocuments(user.queryBy(maker), calm)).toHaveLength(2);
        expect((await store().vectors.firstVectors(first, 3, calm)).embedder).toBe(maker);
        for (const embedder of [other, null]) {
          const query = user.queryBy(embedder);
          const refusal = { ...refused, message: expect.stringContaining(`embedded by ${maker}, but`) };
          await expect(store().vectors.search(query, calm)).rejects.toMatchObject(refusal);
          await expect(store().vectors.searchDocuments(query, calm)).rejects.toMatchObject(refusal);
        }
      }
    });

    it("finds its own embedder's vectors or nothing, whenever the library goes over to another", async () => {
      for (let i = 0; i < 10; i++) await put(5);
      await store().generations.adopt("old", calm);
      const answered = { old: 0, next: 0 };
      let isOver = false;
      const searchOn = async (maker: "old" | "next") => {
        while (!isOver) {
          const hits = await unlessRefused(user.searchBy(maker));
          if (hits === null) continue;
          expectMadeBy(hits, maker, 50);
          answered[maker] += 1;
        }
      };
      const searching = Promise.all([searchOn("old"), searchOn("next"), searchOn("old")]);
      try {
        await stageAll("next");
        await complete("next");
      } finally {
        isOver = true;
        await searching;
      }
      expect(answered.old).toBeGreaterThan(0);
      expectMadeBy(await user.searchBy("next"), "next", 50);
      await expect(user.searchBy("old")).rejects.toMatchObject(refused);
    });
  });
}
