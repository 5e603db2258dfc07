import { describe, expect, it } from "vitest";
import { LEXICAL_WIDTH, lexicalVector } from "./lexical.ts";

describe("lexicalVector", () => {
  it("has unit length", () => {
    const vector = vectorOf("Invoices are due within thirty days");
    expect(vector).toHaveLength(LEXICAL_WIDTH);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  it("is null for a text without terms", () => {
    expect(lexicalVector("")).toBeNull();
    expect(lexicalVector("of the … 🎉")).toBeNull();
  });

  it("is the same for inflected words in another order", () => {
    expect(cosine("connected libraries", "library connections")).toBeCloseTo(1, 6);
  });

  it("leaves texts that share no term nearly at a right angle", () => {
    const pairs = Array.from({ length: 50 }, (_, i) =>
      cosine(`alpha${i} beta${i} gamma${i}`, `delta${i} epsilon${i}`),
    );
    const mean = pairs.reduce((sum, value) => sum + Math.abs(value), 0) / pairs.length;
    expect(mean).toBeLessThan(0.06);
  });

  it("sees the last word of a text of any length", () => {
    const filler = "filler ".repeat(3_000);
    expect(cosine(`${filler} zeppelin`, "zeppelin")).toBeGreaterThan(cosine(filler, "zeppelin") + 0.05);
  });

  it("weighs a word that is repeated less than as many different ones", () => {
    expect(cosine("tax tax tax tax house", "tax")).toBeLessThan(0.95);
  });
});

function vectorOf(text: string): Float32Array {
  const vector = lexicalVector(text);
  if (vector === null) throw new Error(`${text} has no terms`);
  return vector;
}

function cosine(a: string, b: string): number {
  const other = vectorOf(b);
  return vectorOf(a).reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
}
