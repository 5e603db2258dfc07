import { describe, expect, it } from "vitest";
import { parseTable } from "./parse-table.ts";

describe("parseTable", () => {
  it.each([
    [
      "commas",
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "semicolons with commas inside",
      "a;b\n1,5;2,5\n3,5;4,5",
      [
        ["a", "b"],
        ["1,5", "2,5"],
        ["3,5", "4,5"],
      ],
    ],
    [
      "tabs and Windows line ends",
      "a\tb\r\n1\t2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "quoted cells",
      'a,b\n"x, ""y""\nz",2',
      [
        ["a", "b"],
        ['x, "y"\nz', "2"],
      ],
    ],
    [
      "empty cells at the end",
      "a,b\n1,",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    [
      "a byte order mark and blank lines",
      "\ufeffa,b\n\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["one column", "a\nb\n", [["a"], ["b"]]],
    ["an open quote", '"a,b', [["a,b"]]],
    ["nothing", "", []],
  ])("reads %s", (_name, text, rows) => {
    expect(parseTable(text)).toEqual(rows);
  });
});
