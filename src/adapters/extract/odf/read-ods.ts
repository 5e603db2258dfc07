import type { ExtractedText } from "../../../domain/passage.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { type SheetRow, writeSheet } from "../sheet-text.ts";
import { walkXml, type XmlAttributes } from "../xml.ts";
import { openEmbeddedObjects } from "./embedded-objects.ts";
import { readMasterTexts } from "./master-texts.ts";
import { openOdfText } from "./odf-text.ts";
import { openOdf } from "./open-odf.ts";

/** Reads an OpenDocument spreadsheet, a section for each sheet; charts, headers and footers come last. */
export async function readOds(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const { content, styles, zip } = openOdf(bytes, context, "an OpenDocument spreadsheet");
  const builder = openSectionBuilder(context.limits.characters);
  const objects = openEmbeddedObjects(zip);
  for (const { name, rows, drawn } of readSheets(content, objects.add)) {
    writeSheet(builder, name, rows);
    for (const text of drawn) builder.add(text, "paragraph");
  }
  builder.leaveSections();
  for (const text of objects.texts()) builder.add(text, "paragraph");
  for (const text of new Set(readMasterTexts(styles).map((each) => each.text))) builder.add(text, "line");
  return { syntax: "plain", parts: builder.build(), pages: null };
}

interface OdsSheet {
  name: string;
  rows: SheetRow[];
  /** Text of shapes that lie on the sheet. */
  drawn: string[];
}

/** A cell or a row that is repeated more often than this is a filling, not a text. */
const MAX_REPEATED = 50;
const NUMBERS = new Set(["float", "currency", "percentage", "date", "time"]);

function readSheets(content: Uint8Array, onObject: (path: string) => void): OdsSheet[] {
  const sheets: OdsSheet[] = [];
  let row: SheetRow | null = null;
  let rowRepeats = 1;
  let nextRow = 0;
  let nextColumn = 0;
  let cell: { texts: string[]; isNumber: boolean; repeats: number } | null = null;

  const text = openOdfText({
    onParagraph(paragraph) {
      if (paragraph.text === "") return;
      if (cell !== null) cell.texts.push(paragraph.text);
      else sheets.at(-1)?.drawn.push(paragraph.text);
    },
    onComment: (comment) => row?.comments.push(comment),
  });

  function open(name: string, attributes: XmlAttributes): void {
    if (name === "table") {
      sheets.push({ name: attributes.name ?? "", rows: [], drawn: [] });
      nextRow = 0;
    } else if (name === "table-row") {
      row = { index: nextRow, cells: [], comments: [] };
      rowRepeats = countOf(attributes["number-rows-repeated"]);
      nextColumn = 0;
    } else if (name === "table-cell" || name === "covered-table-cell") {
      const isNumber = NUMBERS.has(attributes["value-type"] ?? "");
      cell = { texts: [], isNumber, repeats: countOf(attributes["number-columns-repeated"]) };
    } else if (name === "object" && attributes.href !== undefined) onObject(attributes.href);
  }

  function closeCell(): void {
    if (cell === null) return;
    const { texts, isNumber, repeats } = cell;
    for (let copy = 0; copy < Math.min(repeats, MAX_REPEATED) && texts.length > 0; copy++) {
      row?.cells.push({ column: nextColumn + copy, text: texts.join(" "), isNumber });
    }
    nextColumn += repeats;
    cell = null;
  }

  function closeRow(): void {
    const isEmpty = row === null || (row.cells.length === 0 && row.comments.length === 0);
    for (let copy = 0; copy < Math.min(rowRepeats, MAX_REPEATED) && !isEmpty && row !== null; copy++) {
      sheets.at(-1)?.rows.push({ ...row, index: nextRow + copy });
    }
    nextRow += rowRepeats;
    row = null;
  }

  walkXml(content, {
    onOpen(name, attributes) {
      text.onOpen(name, attributes);
      if (!text.isSkipping) open(name, attributes);
    },
    onText: text.onText,
    onClose(name) {
      text.onClose(name);
      if (name === "table-cell" || name === "covered-table-cell") closeCell();
      else if (name === "table-row") closeRow();
    },
  });
  return sheets;
}

function countOf(repeated: string | undefined): number {
  return Math.max(1, Number.parseInt(repeated ?? "1", 10) || 1);
}
