import { describe, expect, it } from "vitest";
import { newDocument, pointsOf } from "../../../../../test/contracts/indexed-documents.ts";
import { calm } from "../../../../../test/contracts/store-under-test.ts";
import { DIMENSIONS, type Point } from "../../../../domain/passage.ts";
import { packPoints } from "./pack-points.ts";

describe("packing points", () => {
  it("puts chunks and vectors in the order of the chunks, over several batches", async () => {
    const points = pointsUpTo(600).toReversed();
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
    const points = pointsOf(newDocument({}), [new Float32Array(384)]);
    await expect(packPoints(points, calm)).rejects.toMatchObject({
      code: "vector-store-failed",
      details: "It has 384 numbers; vectors have 768.",
    });
  });

  it("stops between batches when the signal aborts", async () => {
    const leaving = new AbortController();
    const reason = new Error("gone");
    const packing = packPoints(pointsUpTo(600), leaving.signal);
    leaving.abort(reason);
    await expect(packing).rejects.toBe(reason);
  });
});

/** So many points, each with a vector of its own number. */
function pointsUpTo(count: number): Point[] {
  const vectors = Array.from({ length: count }, (_, i) => new Float32Array(DIMENSIONS).fill(i));
  return pointsOf(newDocument({}), vectors);
}
