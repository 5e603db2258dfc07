import type { ExtractedText } from "../../../domain/passage.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { decodePlainText } from "../text/read-text.ts";
import { detectDelimiter, parseCsv } from "./parse-csv.ts";

/** Reads delimited text: a line for each row, cells set apart, and the first full row as the header of all others. */
export async function readCsv(bytes: Uint8Array, { limits }: ReadContext): Promise<ExtractedText> {
  const decoded = decodePlainText(bytes, limits);
  // Some programs name the delimiter in a line of its own.
  const named = /^sep=(.)\r?\n/.exec(decoded);
  const text = named === null ? decoded : decoded.slice(named[0].length);
  const delimiter = named?.[1] ?? detectDelimiter(text);
  // What no character divides is one column, and each line is a row as it stands.
  const rows = delimiter === null ? text.split(/\r\n?|\n/).map((line) => [line]) : parseCsv(text, delimiter);
  return { syntax: "plain", parts: writeRows(rows.map(filledCells), limits.characters), pages: null };
}

/** The cells of a row on one line each, without the empty ones at its end. */
function filledCells(row: readonly string[]): string[] {
  const cells = row.map((cell) => cell.replace(/\s+/g, " ").trim());
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

function writeRows(rows: readonly string[][], maxCharacters: number): ExtractedText["parts"] {
  const builder = openSectionBuilder(maxCharacters);
  const header = headerOf(rows);
  for (const [index, cells] of rows.entries()) {
    if (cells.length === 0) continue;
    if (index === header) builder.openTable();
    builder.add(cells.join(" | "), "line");
  }
  return builder.build();
}

/** Titles may stand above a table; a header fills at least half of the columns, and not with numbers alone. */
function headerOf(rows: readonly string[][]): number {
  const columns = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const first = rows.findIndex((cells) => cells.length > 1 && cells.length * 2 >= columns);
  return rows[first]?.some((cell) => /\p{L}/u.test(cell)) ? first : -1;
}
