import { describe, expect, it } from "vitest";
import { makeOdf } from "../testing/make-odf.ts";
import { contextFor } from "../testing/read-context.ts";
import { readOds } from "./read-ods.ts";

const read = async (body: string) => (await readOds(makeOdf("spreadsheet", body), contextFor("a.ods"))).parts;
const cell = (text: string, attributes = "") =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, attributes = "") => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const table = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;
const NUMBER = 'office:value-type="float"';

describe("readOds", () => {
  it("makes each sheet a section, with numbers as they are shown", async () => {
    const rows =
      row(cell("Month") + cell("Sum")) +
      row(cell("May") + cell("1,234.50", `${NUMBER} office:value="1234.5"`));
    const parts = await read(table("Sales", rows) + table("More", row(cell("x"))));
    expect(parts).toMatchObject([
      { text: "Sales\n\nMonth | Sum\nMay | 1,234.50", section: "Sales", tables: [{ header: "Month | Sum" }] },
      { text: "More\n\nx", section: "More" },
    ]);
  });

  it("repeats cells and rows, but fills no sheet with them", async () => {
    const twice = row(cell("a", 'table:number-columns-repeated="2"'), 'table:number-rows-repeated="2"');
    const filled = row(
      cell("b", 'table:number-columns-repeated="16384"'),
      'table:number-rows-repeated="1048576"',
    );
    expect((await read(table("S", twice)))[0]?.text).toBe("S\n\na | a\na | a");
    expect((await read(table("S", filled)))[0]?.text.length).toBeLessThan(20_000);
  });

  it("passes over a million empty rows and columns", async () => {
    const far = row("<table:table-cell/>", 'table:number-rows-repeated="1048575"');
    const last = row(`<table:table-cell table:number-columns-repeated="16383"/>${cell("far")}`);
    expect((await read(table("S", row(cell("near")) + far + last)))[0]?.text).toBe("S\n\nnear\n\nfar");
  });

  it("puts comments below their row, and text boxes below the sheet", async () => {
    const commented = `<table:table-cell><office:annotation><dc:creator>Ada</dc:creator><text:p>Sure?</text:p></office:annotation><text:p>a</text:p></table:table-cell>`;
    const shapes =
      "<table:shapes><draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></table:shapes>";
    expect((await read(table("S", shapes + row(commented) + row(cell("b")))))[0]?.text).toBe(
      "S\n\na\n[Comment by Ada: Sure?]\nb\n\nboxed",
    );
  });
});
