import { describe, expect, it } from "vitest";
import { queryTerms } from "../../domain/index-terms.ts";
import { askedWords, wordsOf } from "./words.ts";

const [zebra = 0] = askedWords(queryTerms("zebra")).indices;

describe("the words of a chunk", () => {
  it("have the same places as those that are asked for, whatever the script", () => {
    const text = "1334 東京 zebra";
    const { indices } = wordsOf({ text, section: null });
    expect(new Set(askedWords(queryTerms(text)).indices)).toEqual(new Set(indices));
    expect(indices.length).toBeGreaterThan(2);
  });

  it("keep their places from version to version: they are stored", () => {
    expect(askedWords(["zebra", "1334", "東京"]).indices).toEqual([
      1_612_232_435, 516_770_787, 3_582_675_122,
    ]);
  });

  it("weigh more the more often they stand there, and less in a longer text", () => {
    const weightIn = (text: string) => {
      const { indices, values } = wordsOf({ text, section: null });
      return values[indices.indexOf(zebra)] ?? 0;
    };
    const [once, twice] = [weightIn("zebra"), weightIn("zebra zebra")];
    expect(twice).toBeGreaterThan(once);
    expect(weightIn("zebra ".repeat(1_000))).toBeLessThan(2.2);
    expect(weightIn(`zebra ${"lion ".repeat(300)}`)).toBeLessThan(once);
    expect(weightIn(`zebra ${"lion ".repeat(100_000)}`)).toBeGreaterThan(0);
  });

  it("are each there once, and none where there are none", () => {
    const { indices, values } = wordsOf({ text: "zebra zebra", section: "zebra" });
    expect(indices).toEqual([zebra]);
    expect(values).toHaveLength(1);
    expect(wordsOf({ text: "… — !", section: null })).toEqual({ indices: [], values: [] });
    expect(askedWords(["zebra", "zebra"])).toEqual({ indices: [expect.any(Number)], values: [1] });
  });

  it("lie apart: of a hundred thousand terms hardly two share a place", () => {
    const terms = Array.from({ length: 100_000 }, (_, i) => `term${i}`);
    const { indices } = askedWords(terms);
    expect(indices.length).toBeGreaterThan(terms.length - 10);
    expect(indices.every((index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32)).toBe(true);
  });
});
