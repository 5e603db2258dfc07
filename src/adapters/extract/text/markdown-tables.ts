import type { TextTable } from "../../../domain/passage.ts";

const DELIMITER_ROW = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;

/** The pipe tables of a Markdown text: a header, the row of dashes below it, and every line with a pipe after that. */
export function markdownTables(text: string): TextTable[] {
  const tables: TextTable[] = [];
  let open: TextTable | null = null;
  let previous = { start: 0, line: "" };
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    if (open !== null && line.includes("|")) open.end = end;
    else if (line.length < 1_000 && DELIMITER_ROW.test(line) && previous.line.includes("|")) {
      open = { start: previous.start, end, header: previous.line.trim() };
      tables.push(open);
    } else open = null;
    previous = { start, line };
    start = end + 1;
  }
  return tables;
}
