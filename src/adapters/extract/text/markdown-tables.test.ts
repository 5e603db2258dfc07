import { describe, expect, it } from "vitest";
import { markdownTables } from "./markdown-tables.ts";

const tablesIn = (text: string) =>
  markdownTables(text).map(({ start, end, header }) => [header, text.slice(start, end)]);

describe("markdownTables", () => {
  it("finds tables with their headers", () => {
    const first = "| A | B |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |";
    const second = "C | D\n- | -\n5 | 6";
    expect(tablesIn(`Text | more\n\n${first}\n\nBetween.\n${second}\nAfter.`)).toEqual([
      ["| A | B |", first],
      ["C | D", second],
    ]);
  });

  it.each(["A\n---\ntext", "a | b\nc | d", "- item\n|---|", ""])("finds none in %j", (text) => {
    expect(markdownTables(text)).toEqual([]);
  });
});
