import type { CellObject, WorkBook, WorkSheet } from "@e965/xlsx";
import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { corrupt } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { type SheetRow, writeSheet } from "../sheet-text.ts";
import { openZip } from "../zip.ts";
import { readBiffStream } from "./biff-stream.ts";
import { readSheetDrawings } from "./sheet-drawings.ts";
import { storePackage } from "./stored-package.ts";

/** Reads an Excel workbook, sheet by sheet, those that are hidden as well; what is drawn on a sheet follows its cells. */
export async function readXlsx(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const zip = openZip(bytes, context.limits.inflatedBytes);
  const book = await parse(storePackage(zip), "an Excel workbook");
  return textOf(book, readSheetDrawings(zip), context);
}

/** Reads an Excel 97-2003 workbook, or an older one. */
export async function readXls(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const stream = readBiffStream(bytes);
  const book = await parse(stream.bytes, "an Excel 97-2003 workbook");
  const text = textOf(book, new Map(), context);
  return { ...text, parts: [...text.parts, ...boxPart(stream.boxes, text)] };
}

async function parse(bytes: Uint8Array, label: string): Promise<WorkBook> {
  const { read, set_cptable } = await import("@e965/xlsx");
  set_cptable(await import("@e965/xlsx/dist/cpexcel.full.mjs"));
  try {
    return read(bytes, {
      type: "buffer",
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      dateNF: "yyyy-mm-dd",
    });
  } catch (error) {
    // Whatever the library stumbles over lies in the file.
    throw corrupt(label, error);
  }
}

function textOf(
  book: WorkBook,
  drawings: ReadonlyMap<string, string[]>,
  context: ReadContext,
): ExtractedText {
  const builder = openSectionBuilder(context.limits.characters);
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    if (sheet !== undefined) writeSheet(builder, name, rowsOf(sheet));
    for (const text of drawings.get(name) ?? []) builder.add(text, "paragraph");
  }
  return { syntax: "plain", parts: builder.build(), pages: null };
}

const MAX_BOXES = 1_000;

/** The boxes whose text is not yet there as a comment, after all sheets. */
function boxPart(boxes: readonly string[], { parts }: ExtractedText): TextPart[] {
  const spaceless = (text: string) => text.replace(/\s+/g, "");
  const known = spaceless(parts.map((part) => part.text).join(""));
  const fresh = boxes.slice(0, MAX_BOXES).filter((box) => !known.includes(spaceless(box)));
  const text = cleanText(fresh.join("\n\n")).trim();
  return text === "" ? [] : [{ text, pageNumber: null, section: null }];
}

/** The rows that hold something. Rows and cells that are not there cost nothing, however far the last one is. */
function* rowsOf(sheet: WorkSheet): Generator<SheetRow> {
  const rows = sheet["!data"] ?? [];
  for (const key of Object.keys(rows)) {
    const index = Number(key);
    const row: SheetRow = { index, cells: [], comments: [] };
    rows[index]?.forEach((cell, column) => {
      const text = shownText(cell);
      if (text.trim() !== "") row.cells.push({ column, text, isNumber: cell.t === "n" || cell.t === "d" });
      for (const { a: author, t: comment } of cell.c ?? []) row.comments.push(commentOf(author, comment));
    });
    if (row.cells.length > 0 || row.comments.length > 0) yield row;
  }
}

const EXACT_DIGITS = 15;

/** The text that the sheet shows; numbers without a format of their own are not cut to the width of a cell. */
function shownText(cell: CellObject): string {
  if (cell.t === "n" && typeof cell.v === "number" && (cell.z === undefined || cell.z === "General")) {
    return String(Number.isInteger(cell.v) ? cell.v : Number(cell.v.toPrecision(EXACT_DIGITS)));
  }
  if (cell.w !== undefined) return cell.w;
  return cell.v === undefined || cell.t === "z" ? "" : String(cell.v);
}

function commentOf(author: string | undefined, text: string): string {
  const by = author === undefined || author === "" ? "" : ` by ${author}`;
  return `[Comment${by}: ${text.replace(/\s+/g, " ").trim()}]`;
}
