import { describe, expect, it } from "vitest";
import { openSectionBuilder } from "./section-builder.ts";
import { type SheetRow, writeSheet } from "./sheet-text.ts";

/** A row from its cells by column; numbers are numbers. */
function row(
  index: number,
  cells: Readonly<Record<number, string | number>>,
  comments: string[] = [],
): SheetRow {
  const texts = Object.entries(cells).map(([column, value]) => ({
    column: Number(column),
    text: String(value),
    isNumber: typeof value === "number",
  }));
  return { index, cells: texts, comments };
}

function write(...rows: SheetRow[]) {
  const builder = openSectionBuilder(100_000);
  writeSheet(builder, "Sales", rows);
  return builder.build()[0];
}

describe("writeSheet", () => {
  it("makes the sheet a section and its first row of several cells the header of the rest", () => {
    const part = write(row(0, { 0: "Report" }), row(1, { 0: "Month", 1: "Sum" }), row(2, { 0: "May", 1: 7 }));
    expect(part).toMatchObject({ text: "Sales\n\nReport\nMonth | Sum\nMay | 7", section: "Sales" });
    expect(part?.tables).toMatchObject([{ header: "Month | Sum" }]);
  });

  it("begins another table with words below an empty row, but not with numbers", () => {
    const part = write(
      row(0, { 0: "Month", 1: "Sum" }),
      row(1, { 0: "May", 1: 7 }),
      row(3, { 0: "June", 1: 8 }),
      row(6, { 0: "City", 1: "Rain" }),
      row(7, { 0: "Rome", 1: 3 }),
    );
    expect(part?.text).toBe("Sales\n\nMonth | Sum\nMay | 7\n\nJune | 8\n\nCity | Rain\nRome | 3");
    expect(part?.tables?.map((table) => table.header)).toEqual(["Month | Sum", "City | Rain"]);
  });

  it("keeps cells below their header, however far to the right the table begins", () => {
    const part = write(row(0, { 3: "A", 4: "B", 5: "C" }), row(1, { 3: "x", 5: "z" }), row(2, { 4: "y" }));
    expect(part?.text).toBe("Sales\n\nA | B | C\nx |  | z\n | y");
  });

  it("shortens the way to a cell that is far away", () => {
    expect(write(row(0, { 0: "near", 16383: "far" }))?.text).toBe("Sales\n\nnear | far");
  });

  it("puts comments below their row, and the lines of a cell into one", () => {
    const part = write(row(0, { 0: "two\nlines" }, ["[Comment: Sure?]"]));
    expect(part?.text).toBe("Sales\n\ntwo lines\n[Comment: Sure?]");
  });
});
