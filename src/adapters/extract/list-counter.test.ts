import { describe, expect, it } from "vitest";
import { formatListNumber, type ListLevel, openListCounter } from "./list-counter.ts";

const level = (format: string, text: string, start = 1): ListLevel => ({
  start,
  format,
  text,
  isLegal: false,
});

describe("openListCounter", () => {
  it("lets a list show a level in its own way", () => {
    const shapes = new Map([["shape", new Map([[0, level("decimal", "%1.")]])]]);
    const plain = { shapeId: "shape", startOverrides: new Map(), levelOverrides: new Map() };
    const lists = new Map([
      ["plain", plain],
      ["other", { ...plain, levelOverrides: new Map([[0, level("upperLetter", "(%1)")]]) }],
      ["lost", { ...plain, shapeId: "nowhere" }],
    ]);
    const counter = openListCounter({ lists, shapes });
    const labels = ["plain", "other", "plain", "lost"].map((id) => counter.nextLabel(id, 0));
    expect(labels).toEqual(["1.", "(B)", "3.", null]);
  });

  it("shows every number as decimal where a level is legal", () => {
    const legal = { ...level("decimal", "%1.%2"), isLegal: true };
    const shapes = new Map([
      [
        "shape",
        new Map([
          [0, level("upperRoman", "%1")],
          [1, legal],
        ]),
      ],
    ]);
    const lists = new Map([
      ["a", { shapeId: "shape", startOverrides: new Map(), levelOverrides: new Map() }],
    ]);
    const counter = openListCounter({ lists, shapes });
    expect([counter.nextLabel("a", 0), counter.nextLabel("a", 1)]).toEqual(["I", "1.1"]);
  });
});

describe("formatListNumber", () => {
  it.each([
    [4, "lowerRoman", "iv"],
    [1994, "upperRoman", "MCMXCIV"],
    [28, "lowerLetter", "bb"],
    [3, "decimalZero", "03"],
    [1, "ordinal", "1st"],
    [2, "ordinal", "2nd"],
    [13, "ordinal", "13th"],
    [23, "ordinal", "23rd"],
    [0, "upperLetter", "0"],
    [7, "unheardOf", "7"],
  ])("writes %d as %s", (value, format, expected) => {
    expect(formatListNumber(value, format)).toBe(expected);
  });
});
