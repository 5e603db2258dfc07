import { describe, expect, it } from "vitest";
import { detectDelimiter, parseCsv } from "./parse-csv.ts";

describe("parseCsv", () => {
  it.each([
    [
      "plain cells",
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["line ends of every kind", "a\r\nb\rc\n", [["a"], ["b"], ["c"]]],
    ["quoted delimiters and line breaks", '"a,\nb",c\n', [["a,\nb", "c"]]],
    ["doubled quotes", '"say ""yes""",x', [['say "yes"', "x"]]],
    ["quotes inside a cell", '5" pipe,x', [['5" pipe', "x"]]],
    ["text after a closing quote", '"a" b,c', [["a b", "c"]]],
    [
      "empty cells",
      "a,,c\n,,\n",
      [
        ["a", "", "c"],
        ["", "", ""],
      ],
    ],
    [
      "a quote that is never closed",
      '"a,b\nc,d',
      [
        ['"a', "b"],
        ["c", "d"],
      ],
    ],
    ["nothing", "", []],
  ])("reads %s", (_, text, rows) => {
    expect(parseCsv(text, ",")).toEqual(rows);
  });
});

describe("detectDelimiter", () => {
  it.each([
    [",", "name,age\nAda,36\n"],
    [";", "Preis;Menge\n1,50;2\n2,75;3\n"],
    ["\t", "a, b\tc\nd\te, f\n"],
    ["|", "a|b|c\nd|e|f\n"],
    [",", 'a,"x;y;z"\nb,"x;y;z"\n'],
    [",", `a,b\n${"1;2;3,4\n".repeat(2)}5,6\n7,8\n`],
    [null, "one\ntwo\nthree\n"],
    [null, ""],
  ])("finds %j", (delimiter, text) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});
