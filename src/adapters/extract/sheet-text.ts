import type { SectionBuilder } from "./section-builder.ts";

/** A row of a sheet: its cells that are not empty, from left to right. */
export interface SheetRow {
  /** Number of the row, from 0. */
  index: number;
  cells: SheetCell[];
  comments: string[];
}

interface SheetCell {
  column: number;
  text: string;
  isNumber: boolean;
}

/** So many empty cells side by side keep their places; more are a gap. */
const MAX_EMPTY_CELLS = 20;

/**
 * Writes a sheet as a section, row by row. What stands alone in its row is a plain line; a row of several cells
 * begins a table, and so does one of words alone below an empty row.
 */
export function writeSheet(builder: SectionBuilder, name: string, rows: Iterable<SheetRow>): void {
  builder.addHeading(1, name);
  let isInTable = false;
  let firstColumn = Number.POSITIVE_INFINITY;
  let lastIndex = -1;
  for (const row of rows) {
    const isApart = row.index > lastIndex + 1;
    const isHeader = row.cells.length > 1 && row.cells.every((cell) => !cell.isNumber);
    if (row.cells.length > 1 && (!isInTable || (isApart && isHeader))) {
      if (isInTable) builder.closeTable();
      builder.openTable();
      isInTable = true;
      firstColumn = row.cells[0]?.column ?? 0;
    }
    const isFirst = lastIndex === -1 || isApart;
    if (row.cells.length > 0) builder.add(lineOf(row.cells, firstColumn), isFirst ? "paragraph" : "line");
    for (const comment of row.comments) builder.add(comment, "line");
    lastIndex = row.index;
  }
  if (isInTable) builder.closeTable();
}

function lineOf(cells: readonly SheetCell[], firstColumn: number): string {
  let line = "";
  let before = Math.min(firstColumn, cells[0]?.column ?? 0);
  for (const { column, text } of cells) {
    const steps = column - before;
    line += " | ".repeat(steps > MAX_EMPTY_CELLS ? 1 : steps) + text.replace(/\s+/g, " ").trim();
    before = column;
  }
  return line;
}
