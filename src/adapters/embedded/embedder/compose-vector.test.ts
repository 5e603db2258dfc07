import { describe, expect, it } from "vitest";
import { DIMENSIONS } from "../../../domain/passage.ts";
import { composeVector, LEXICAL_SHARE, LIFT } from "./compose-vector.ts";

describe("composeVector", () => {
  const semantic = unit(384, 1);
  const otherSemantic = unit(384, 2);
  const lexical = unit(383, 3);
  const otherLexical = unit(383, 4);

  it("gives a unit vector of 768 numbers, with words or without", () => {
    for (const vector of [composeVector(semantic, lexical), composeVector(semantic, null)]) {
      expect(vector).toHaveLength(DIMENSIONS);
      expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-6);
    }
  });

  it("lifts the weighted mean of the halves' similarities", () => {
    const cosine = dot(composeVector(semantic, lexical), composeVector(otherSemantic, otherLexical));
    const raw =
      (1 - LEXICAL_SHARE) * dot(semantic, otherSemantic) + LEXICAL_SHARE * dot(lexical, otherLexical);
    expect(cosine).toBeCloseTo(LIFT + (1 - LIFT) * raw, 5);
  });

  it("compares texts without words by their meaning alone", () => {
    const cosine = dot(composeVector(semantic, null), composeVector(otherSemantic, null));
    expect(cosine).toBeCloseTo(LIFT + (1 - LIFT) * dot(semantic, otherSemantic), 5);
  });
});

function unit(width: number, seed: number): Float32Array {
  const values = Float32Array.from({ length: width }, (_, i) => Math.sin(seed * (i + 1) ** 2) + 0.3);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
