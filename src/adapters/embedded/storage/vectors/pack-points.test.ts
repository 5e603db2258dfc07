import { describe, expect, it } from "vitest";
import { DIMENSIONS, type Point } from "../../../../domain/passage.ts";
import { packPoints } from "./pack-points.ts";

const calm = new AbortController().signal;

describe("packing points", () => {
  it("puts chunks and vectors in the order of the chunks, over several batches", async () => {
    const points = Array.from({ length: 600 }, (_, i) => pointOf(599 - i));
    const { vectors, batches } = await packPoints(points, calm);
    const chunks = batches.flatMap((batch) => JSON.parse(new TextDecoder().decode(batch)));
    expect(batches.length).toBeGreaterThan(1);
    expect(chunks).toEqual(points.toReversed().map(({ id, chunk }) => ({ ...chunk, id })));
    const firstNumbers = Array.from({ length: 600 }, (_, i) => vectors[i * DIMENSIONS]);
    expect(firstNumbers).toEqual(Array.from({ length: 600 }, (_, i) => i));
  });

  it("packs nothing into nothing", async () => {
    expect(await packPoints([], calm)).toEqual({ vectors: new Float32Array(), batches: [] });
  });

  it("refuses a vector of another size", async () => {
    const point = { ...pointOf(0), vector: new Float32Array(384) };
    await expect(packPoints([point], calm)).rejects.toMatchObject({
      code: "vector-store-failed",
      details: "It has 384 numbers; vectors have 768.",
    });
  });

  it("stops between batches when the signal aborts", async () => {
    const leaving = new AbortController();
    const reason = new Error("gone");
    const packing = packPoints(
      Array.from({ length: 600 }, (_, i) => pointOf(i)),
      leaving.signal,
    );
    leaving.abort(reason);
    await expect(packing).rejects.toBe(reason);
  });
});

function pointOf(chunkIndex: number): Point {
  return {
    id: `point-${chunkIndex}`,
    chunk: {
      chunkIndex,
      text: `Text ${chunkIndex} 👋`,
      pageNumber: 1,
      section: null,
      part: 0,
      start: 0,
      end: 8,
    },
    vector: new Float32Array(DIMENSIONS).fill(chunkIndex),
  };
}
