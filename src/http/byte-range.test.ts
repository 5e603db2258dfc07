import { expect, test } from "vitest";
import { byteRangeOf } from "./byte-range.ts";

test.each([
  [undefined, null],
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=4-", { start: 4, end: 9 }],
  ["bytes=4-100", { start: 4, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-100", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", null],
  ["bytes=0-1,4-5", null],
  ["pages=1-2", null],
  ["bytes=-", null],
])("of a file of ten bytes, %s is %j", (header, expected) => {
  expect(byteRangeOf(header, 10)).toEqual(expected);
});

test("an empty file has no range", () => {
  expect(byteRangeOf("bytes=0-0", 0)).toBe("unsatisfiable");
});
