import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { Chunk, CutDocument } from "../../src/domain/passage.ts";
import type { KeptWork } from "../../src/ports/kept-work.ts";
import { seededVectors } from "./seeded-vectors.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

/** What whatever keeps unfinished work promises. */
export function keptWorkContract(name: string, open: () => Promise<StoreUnderTest<KeptWork>>): void {
  describe(`${name} as a keeper of unfinished work`, () => {
    let kept: KeptWork;
    const reopen = openStoreDuring(open, "test", (now) => {
      kept = now;
    });

    it("gives back the text and the vectors of a job, also after a restart", async () => {
      const jobId = newId();
      const text = textOf(700);
      const { random } = seededVectors(5);
      const [first, second] = [Array.from({ length: 300 }, random), [random(), random()]];
      await kept.begin(jobId, text, calm);
      await kept.add(jobId, { embedder: "a:768", from: 0, vectors: first }, calm);
      await kept.add(jobId, { embedder: "b:768", from: 600, vectors: second }, calm);
      await reopen();
      const again = await kept.read(jobId, calm);
      expect(again).toMatchObject(text);
      const vectors = new Map(
        (again?.kept ?? []).flatMap(({ embedder, from, vectors: own }) =>
          own.map((vector, i) => [`${embedder} ${from + i}`, vector] as const),
        ),
      );
      expect(vectors.size).toBe(302);
      for (const [i, vector] of first.entries()) expect(vectors.get(`a:768 ${i}`)).toEqual(vector);
      for (const [i, vector] of second.entries()) expect(vectors.get(`b:768 ${600 + i}`)).toEqual(vector);
    });

    it("knows nothing of a job that has no text, or was dropped", async () => {
      const jobId = newId();
      expect(await kept.read(jobId, calm)).toBeNull();
      await kept.begin(jobId, textOf(1), calm);
      expect(await kept.jobIds()).toEqual([jobId]);
      await kept.drop(jobId);
      expect(await kept.read(jobId, calm)).toBeNull();
      expect(await kept.jobIds()).toEqual([]);
      await kept.drop(jobId);
    });

    it("forgets what it had where a job begins anew", async () => {
      const jobId = newId();
      await kept.begin(jobId, textOf(2), calm);
      await kept.add(jobId, { embedder: "a", from: 0, vectors: [seededVectors(1).random()] }, calm);
      await kept.begin(jobId, textOf(3), calm);
      expect(await kept.read(jobId, calm)).toEqual({ ...textOf(3), kept: [] });
    });

    it("keeps jobs apart, and vectors that come at once", async () => {
      const [one, other] = [newId(), newId()];
      await kept.begin(one, textOf(40), calm);
      await kept.begin(other, textOf(2), calm);
      const { random } = seededVectors(9);
      await Promise.all(
        Array.from({ length: 40 }, (_, from) =>
          kept.add(one, { embedder: "a", from, vectors: [random()] }, calm),
        ),
      );
      expect((await kept.read(one, calm))?.kept.map(({ from }) => from).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 40 }, (_, i) => i),
      );
      expect(await kept.read(other, calm)).toMatchObject({ chunks: { length: 2 }, kept: [] });
    });
  });
}

function textOf(count: number): CutDocument {
  const chunks = Array.from({ length: count }, (_, chunkIndex): Chunk => {
    const text = `Chunk ${chunkIndex} 日本語`;
    return { chunkIndex, text, pageNumber: 1, section: "A > B", part: 0, start: 0, end: text.length };
  });
  return { pages: 3, opening: "The beginning", chunks };
}
