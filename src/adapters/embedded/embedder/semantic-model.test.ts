import { beforeAll, describe, expect, it } from "vitest";
import { openSemanticModel, type SemanticModel } from "./semantic-model.ts";

/** Similarities of these sentences under the original model, computed in float32 throughout. */
const SENTENCES = [
  "A man is eating food.",
  "Someone is having a meal.",
  "The stock market fell sharply on Monday.",
  "Two programmers fix a bug in the parser.",
];
const ORIGINAL = [
  [0, 1, 0.689],
  [0, 2, 0.016],
  [1, 2, -0.037],
  [0, 3, -0.023],
  [1, 3, 0.018],
  [2, 3, 0.053],
] as const;

describe("semantic model", () => {
  let model: SemanticModel;

  beforeAll(async () => {
    model = await openSemanticModel(1);
  });

  it("agrees with the original model, which is not quantised", async () => {
    const vectors = await Promise.all(SENTENCES.map(model));
    for (const [i, j, expected] of ORIGINAL) {
      expect(Math.abs(dot(vectors[i], vectors[j]) - expected)).toBeLessThan(0.03);
    }
  });

  it("gives exactly the same vector, whatever else it has embedded", async () => {
    const [text = "", ...others] = SENTENCES;
    const before = await model(text);
    await Promise.all(others.map(model));
    expect(await model(text)).toEqual(before);
  });

  it("gives nearly the same vector with more processors", async () => {
    const wider = await openSemanticModel(2);
    const long = SENTENCES.join(" ").repeat(8);
    expect(dot(await wider(long), await model(long))).toBeGreaterThan(0.999);
  });
});

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error("A vector is missing");
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
