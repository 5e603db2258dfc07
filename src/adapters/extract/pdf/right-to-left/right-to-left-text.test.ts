import { describe, expect, it } from "vitest";
import type { PlacedGlyph, PlacedPage } from "./placed-glyphs.ts";
import { plainLetters, rightToLeftText } from "./right-to-left-text.ts";

const SIZE = 10;
const WIDTH = 5;

/** Glyphs side by side, from left to right. */
function glyphs(texts: readonly string[], left = 0, baseline = 100): PlacedGlyph[] {
  return texts.map((text, index) => {
    const at = left + index * WIDTH;
    return { text, left: at, right: at + WIDTH, baseline, inkLeft: at, inkRight: at + WIDTH, size: SIZE };
  });
}
const textOf = (placed: PlacedGlyph[], spaces: PlacedPage["spaces"] = []) =>
  rightToLeftText({ glyphs: placed, spaces });
const mark = (text: string, middle: number, baseline = 100): PlacedGlyph => ({
  ...{ text, left: middle, right: middle, baseline, size: SIZE },
  ...{ inkLeft: middle - 1, inkRight: middle + 1 },
});

describe("rightToLeftText", () => {
  it("reads letters by their places, in whatever order they are drawn", () => {
    const seen = glyphs([..."םולש"]);
    expect(textOf(seen)).toBe("שלום");
    expect(textOf(seen.toReversed())).toBe("שלום");
  });

  it("finds spaces that nobody wrote by the gaps between words, and around numbers", () => {
    const word = glyphs([..."בא"], 0);
    const number = glyphs([..."15"], 13);
    expect(textOf([...word, ...number])).toBe("15 אב");
    expect(textOf([...word, ...glyphs([..."דג"], 12)])).toBe("גד אב");
  });

  it("takes what cannot be seen as a space where it takes room, and as a parting of letters where it does not", () => {
    const line = [...glyphs([..."بت"], 0), ...glyphs([..."سن"], 11)];
    expect(textOf(line, [{ left: 10, baseline: 100 }])).toBe("نس تب");
    expect(textOf(glyphs([..."بتسن"]), [{ left: 10, baseline: 100 }])).toBe("نس\u200cتب");
  });

  it("puts signs above and below to the letters that they stand at", () => {
    expect(textOf([...glyphs([..."بك"]), mark("َ", 7, 103), mark("ِ", 2, 97)])).toBe("كَبِ");
  });

  it("keeps words whose letters go down like stairs on one line", () => {
    const stairs = glyphs([..."ینپمک"]).map((glyph, index) => ({ ...glyph, baseline: 100 + index * 3 }));
    expect(textOf([...stairs, ...glyphs([..."وک"], 0, 80)])).toBe("کمپنی\nکو");
  });

  it("reads rows of letters as paragraphs where they stand apart", () => {
    const rows = [100, 88, 76, 50].map((baseline) => glyphs([..."בא"], 0, baseline));
    expect(textOf(rows.flat())).toBe("אב\nאב\nאב\n\nאב");
  });

  it("drops strokes that make words longer, whatever they are called", () => {
    expect(textOf(glyphs([..."لAAاق"]))).toBe("قال");
    expect(textOf(glyphs([..."لـاق"]))).toBe("قال");
    expect(textOf(glyphs([..."ل)اق"]))).toBe("قال");
  });
});

describe("plainLetters", () => {
  it.each([
    ["\ufedf\ufe8e", "لا"],
    ["\ufefb", "لا"],
    ["\ufdf2", "الله"],
    ["\ufb2a", "\u05e9\u05c1"],
    ["\ufe77", "\u064e"],
    ["\ufb01\u200f", "fi"],
  ])("writes %j as plain letters", (shown, plain) => {
    expect(plainLetters(shown).replace("\u0640", "")).toBe(plain);
  });
});
