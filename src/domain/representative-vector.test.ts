import { describe, expect, it } from "vitest";
import { representativeVector } from "./representative-vector.ts";

const vector = (...values: number[]) => Float32Array.from(values);

describe("representativeVector", () => {
  it("is the member nearest to the mean", () => {
    const middle = vector(0.6, 0.8);
    expect(representativeVector([vector(1, 0), middle, vector(0, 1)])).toBe(middle);
  });

  it("is not drawn to one side by a single stray", () => {
    const members = [vector(1, 0), vector(0.995, 0.0999), vector(0.98, 0.199), vector(-1, 0)];
    expect(members.slice(0, 3)).toContain(representativeVector(members));
  });

  it("counts the direction of a vector and not its length", () => {
    const middle = vector(0.6, 0.8);
    expect(representativeVector([vector(100, 0), middle, vector(0, 1)])).toBe(middle);
  });

  it("is the only one of one and the first of equals", () => {
    const [a, b] = [vector(1, 0), vector(1, 0)];
    expect(representativeVector([a])).toBe(a);
    expect(representativeVector([a, b])).toBe(a);
  });

  it("finds a member even where the mean has no direction", () => {
    const a = vector(1, 0);
    expect(representativeVector([a, vector(-1, 0)])).toBe(a);
  });

  it("refuses an empty list", () => {
    expect(() => representativeVector([])).toThrow(RangeError);
  });
});
