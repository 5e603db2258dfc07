import type { AnswerUnit, Field, Surrounding } from "./answer-unit.ts";
import { cleanQuotation } from "./answer-unit.ts";
import { recordUnit } from "./record-units.ts";

/** A line of a table as its cells, and where it ends in the text. */
interface TableRow {
  cells: string[];
  end: number;
}

const RULE = /^[\s|:+=-]+$/;
const LONGEST_NAME = 80;
/** A line with more cells than this is a drawing made of strokes. */
const MAX_COLUMNS = 200;

/** The cells of a line, null where it is no line of a table. */
export function cellsOf(line: string): string[] | null {
  if (!/(?:^|\s)\|(?:\s|$)|^\|.*\|\s*$|\t[^\t]+\t|\S\t+\S/.test(line)) return null;
  const inner = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  const raw = inner.split(inner.includes("|") ? "|" : "\t");
  if (raw.length > MAX_COLUMNS) return null;
  const cells = raw.map(cleanQuotation);
  return cells.length > 1 || line.trim().startsWith("|") ? cells : null;
}

/** Whether a line only divides a table's header from its rows. */
export function isTableRule(line: string): boolean {
  return line.includes("-") && line.length < 2_000 && RULE.test(line);
}

/** A table whose rows are coming one by one: the first gives the names, every further one is a unit. */
export function openTableRows(around: readonly Surrounding[]) {
  let header: string[] | null = null;
  const rows: TableRow[] = [];
  /** Lines that are no whole row yet: a cell may have several. */
  let waiting: string[] = [];
  let lastEnd = 0;

  function push(row: TableRow): void {
    if (header === null && rows.length === 0 && isHeader(row.cells)) header = row.cells;
    else rows.push(row);
  }

  function flush(): void {
    const cells =
      cellsOf(waiting.join(" ")) ?? (waiting.length > 0 ? [cleanQuotation(waiting.join(" "))] : []);
    if (cells.length > 0) push({ cells, end: lastEnd });
    waiting = [];
  }

  return {
    columns: () => header?.length ?? rows.at(-1)?.cells.length ?? 0,
    add({ line, end }: { line: string; end: number }): void {
      const columns = header?.length ?? 0;
      const isRow = cellsOf(line) !== null;
      const joined = cellsOf([...waiting, line].join(" "))?.length ?? 0;
      const isLastPlain = waiting.length > 0 && cellsOf(waiting.at(-1) ?? "") === null;
      if (isRow && !(isLastPlain && joined === columns)) flush();
      waiting.push(line);
      lastEnd = end;
      if (columns === 0 || (cellsOf(waiting.join(" "))?.length ?? 0) >= columns) flush();
    },
    build(): AnswerUnit[] {
      flush();
      return rowUnits(header, rows, around);
    },
  };
}

function rowUnits(
  header: readonly string[] | null,
  rows: readonly TableRow[],
  around: readonly Surrounding[],
): AnswerUnit[] {
  const units: AnswerUnit[] = [];
  const first = header === null ? [] : [{ cells: [...header], end: rows[0]?.end ?? 0 }];
  // A first column of names that end in a colon, or names in brackets below values, say what is what by themselves.
  const named = [...first, ...rows];
  const isNamed = named.filter(({ cells }) => /[:：]$/.test(cells[0] ?? "")).length * 2 > named.length;
  const names = isNamed ? null : header;
  for (const [i, row] of (isNamed ? named : rows).entries()) {
    const below = (isNamed ? named : rows)[i + 1];
    const labels = below !== undefined && areLabels(below.cells) ? below.cells : null;
    if (areLabels(row.cells)) continue;
    const fields = fieldsOf(row.cells, labels ?? names);
    if (fields.length > 0) units.push(recordUnit(fields, { end: row.end, around: [...around] }));
  }
  const [onlyHeader] = first;
  // A header without rows is all there is of its table: a line of several things.
  if (units.length === 0 && onlyHeader !== undefined && !isNamed) {
    const labels = rows[0] !== undefined && areLabels(rows[0].cells) ? rows[0].cells : null;
    const fields = fieldsOf(onlyHeader.cells, labels);
    if (fields.length > 0)
      units.push(recordUnit(fields, { end: onlyHeader.end, around: [...around], worth: 0.5 }));
  }
  return units;
}

function fieldsOf(cells: readonly string[], names: readonly string[] | null): Field[] {
  const [name = "", ...values] = cells;
  if (names === null && /[:：]$/.test(name)) {
    return [{ name: name.replace(/\s*[:：]$/, ""), value: values.filter(Boolean).join(", ") }].filter(
      ({ value }) => value !== "",
    );
  }
  return cells.flatMap((value, i) => {
    if (!/[\p{L}\p{N}]/u.test(value)) return [];
    return [{ name: (names?.[i] ?? "").replace(/^\((.*)\)$/, "$1"), value }];
  });
}

/** Labels below the values that they name, as forms have them: "(Telephone number)". */
function areLabels(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length > 0 && filled.every((cell) => /^\(\p{L}.*\)$/u.test(cell));
}

/** Names are short and are not amounts; years may be the names of columns. */
function isHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== "");
  const isName = (cell: string) =>
    cell.length <= LONGEST_NAME && (/\p{L}/u.test(cell) || /^(?:1[89]|20)\d\d$/.test(cell));
  return filled.length > 0 && filled.length * 2 >= cells.length && filled.every(isName) && !areLabels(cells);
}
