import { type BookType, utils, write } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { detectType } from "../detect-type.ts";
import { makeOffice } from "../testing/make-office.ts";
import { makeOle } from "../testing/make-ole.ts";
import { makeZip } from "../testing/make-zip.ts";
import { contextFor } from "../testing/read-context.ts";
import { zeroBomb } from "../testing/zero-bomb.ts";
import { readXls, readXlsx } from "./read-workbook.ts";

const context = contextFor("a.xlsx");
const FEBRUARY = "2026-02-28";

/** A workbook with a visible and a hidden sheet, as the library writes it. */
function makeBook(bookType: BookType): Uint8Array {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([
    ["Item", "Price", "When"],
    ["Tea", 1234.5, 46_081],
    ["Größe", 0.5, ""],
  ]);
  sheet.B2.z = "#,##0.00";
  sheet.C2.z = "yyyy-mm-dd";
  sheet.B3.z = "0%";
  sheet.A2.c = [{ a: "Ada", t: "Which one?" }];
  utils.book_append_sheet(book, sheet, "Prices");
  utils.book_append_sheet(book, utils.aoa_to_sheet([["secret"]]), "Hidden");
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return write(book, { bookType, type: "buffer", bookSST: true });
}

function makeSheet(rows: string, more: Parameters<typeof makeOffice>[1] = {}): Uint8Array {
  return makeOffice("spreadsheetml.sheet", {
    "xl/workbook.xml": {
      content:
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets><sheet name="One" sheetId="1" r:id="s1"/></sheets></workbook>',
      related: { s1: ["worksheet", "xl/worksheets/sheet1.xml"] },
    },
    "xl/worksheets/sheet1.xml": {
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      related: { d: ["drawing", "xl/drawings/drawing1.xml"] },
    },
    ...more,
  });
}
const textOf = async (bytes: Uint8Array) =>
  (await readXlsx(bytes, context)).parts.map((part) => part.text).join("\n");
const inline = (cell: string, text: string) => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe.each([
  ["readXlsx", "xlsx", readXlsx],
  ["readXlsx of a binary workbook", "xlsb", readXlsx],
  ["readXls", "biff8", readXls],
] as const)("%s", (_, bookType, read) => {
  it("reads every sheet as it is shown, the hidden ones as well", async () => {
    const { parts, pages } = await read(makeBook(bookType), context);
    expect(pages).toBeNull();
    expect(parts.map((part) => part.section)).toEqual(["Prices", "Hidden"]);
    expect(parts[0]?.text.replace("[Comment by Ada: Which one?]\n", "")).toBe(
      `Prices\n\nItem | Price | When\nTea | 1,234.50 | ${FEBRUARY}\nGröße | 50%`,
    );
    expect(parts[0]?.tables).toMatchObject([{ header: "Item | Price | When" }]);
  });
});

describe("readXlsx", () => {
  it("puts a comment below its row", async () => {
    expect(await textOf(makeBook("xlsx"))).toContain(`${FEBRUARY}\n[Comment by Ada: Which one?]\nGröße`);
  });

  it("does not round numbers without a format to the width of a cell", async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1234567890123451</v></c><c r="B1"><v>0.30000000000000004</v></c></row>';
    expect(await textOf(makeSheet(rows))).toBe("One\n\n1234567890123451 | 0.3");
  });

  it("reads the boxes and charts drawn on a sheet", async () => {
    const bytes = makeSheet(`<row r="1">${inline("A1", "cell")}</row>`, {
      "xl/drawings/drawing1.xml": {
        content: "<xdr:sp><xdr:txBody><a:p><a:r><a:t>boxed</a:t></a:r></a:p></xdr:txBody></xdr:sp>",
        related: { c: ["chart", "xl/charts/chart1.xml"] },
      },
      "xl/charts/chart1.xml": { content: "<c:xVal><c:v>1</c:v></c:xVal><c:yVal><c:v>2</c:v></c:yVal>" },
    });
    expect(await textOf(bytes)).toBe("One\n\ncell\n\nboxed\n\n1\n2");
  });

  it("reads a cell at the far end of the sheet at once", async () => {
    const rows = `<row r="1">${inline("A1", "near")}</row><row r="1048576">${inline("XFD1048576", "far")}</row>`;
    expect(await textOf(makeSheet(rows))).toBe("One\n\nnear\n\nfar");
  });

  it("expands no entities", async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "boom">]><row r="1">${inline("A1", "x &a;&a;y &amp; z")}</row>`;
    expect(await textOf(makeSheet(bomb))).toBe("One\n\nx y & z");
  });

  it.each([
    ["unpacks to too much", zeroBomb(400 * 1024 * 1024)],
    ["has more cells than memory holds", zeroBomb(130 * 1024 * 1024)],
  ])("refuses a workbook that %s", async (_, content) => {
    const bytes = makeZip([{ name: "xl/worksheets/sheet1.xml", content, isDeflated: true }]);
    await expect(readXlsx(bytes, context)).rejects.toMatchObject({ reason: "too-large" });
  });

  it("calls a workbook without sheets damaged", async () => {
    const bytes = makeZip([{ name: "xl/other.xml", content: "<a/>" }]);
    await expect(readXlsx(bytes, context)).rejects.toMatchObject({ reason: "corrupt" });
  });
});

describe("readXls", () => {
  const record = (type: number, ...body: number[]) =>
    Buffer.from([type & 0xff, type >> 8, body.length & 0xff, body.length >> 8, ...body]);
  const BEGIN = record(0x0809, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const END = record(0x000a);

  it("reads a workbook of Excel 2, which has no container", async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([["Item", "Price"]]), "Prices");
    const bytes: Uint8Array = write(book, { bookType: "biff2", type: "buffer" });
    expect(detectType(bytes, "a.xls", 0).format).toBe("xls");
    expect((await readXls(bytes, context)).parts[0]?.text).toContain("Item | Price");
  });

  it("says that it needs a password", async () => {
    const locked = makeOle({ Workbook: Buffer.concat([BEGIN, record(0x002f, 0, 0), END]) });
    await expect(readXls(locked, context)).rejects.toMatchObject({ reason: "encrypted" });
  });

  it("reads the text of boxes, and a damaged formula does not hold it up", async () => {
    const box = [...Buffer.from("In a box", "latin1")];
    const shape = record(0x01b6, ...Buffer.alloc(10), box.length, 0, ...Buffer.alloc(6));
    const formula = record(0x0006, ...Buffer.alloc(20), 1, 0, 0x01);
    const name = record(0x0018, ...Buffer.alloc(4), 9, 0, ...Buffer.alloc(9), 0x01);
    const object = record(0x005d, 0x15, 0, 18, 0, 6, 0, 1, 0, ...Buffer.alloc(14), 0, 0, 0, 0);
    const sheet = [BEGIN, formula, object, shape, record(0x003c, 0, ...box), END];
    const bytes = makeOle({ Workbook: Buffer.concat([BEGIN, name, END, ...sheet]) });
    expect((await readXls(bytes, context)).parts.at(-1)).toMatchObject({ text: "In a box", section: null });
  });

  it("calls a container without a workbook damaged", async () => {
    const bytes = makeOle({ Other: Buffer.from("x") });
    await expect(readXls(bytes, context)).rejects.toMatchObject({ reason: "corrupt" });
  });
});
