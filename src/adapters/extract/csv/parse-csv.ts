/** The rows of a delimited text, each a list of cells. Quoted cells may hold delimiters, quotes and line breaks. */
export function parseCsv(text: string, delimiter: string): string[][] {
  // A quote that is never closed would swallow the rest of the file: then no quote means anything.
  return parse(text, delimiter, '"') ?? parse(text, delimiter, null) ?? [];
}

/** The rarer a character is in prose, the earlier. */
const DELIMITERS = ["\t", "|", ";", ","] as const;
const SAMPLE_CHARACTERS = 65_536;
const SAMPLE_ROWS = 200;
const LEAST_REGULARITY = 0.4;

/** The character that cuts most rows of a text into the same number of cells, more than one; null where none does. */
export function detectDelimiter(text: string): string | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best: { delimiter: string | null; score: number } = { delimiter: null, score: LEAST_REGULARITY };
  for (const delimiter of DELIMITERS) {
    const rows = parseCsv(sample, delimiter).slice(0, SAMPLE_ROWS);
    // The last row may be cut off.
    const score = regularity(sample.length < text.length ? rows.slice(0, -1) : rows);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The share of the rows that have the most frequent number of cells above one. */
function regularity(rows: readonly string[][]): number {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  const counts = new Map<number, number>();
  for (const row of filled) {
    // Half a quotation in a cell: the character stands inside quotes and divides nothing.
    if (row.length === 1 || row.some((cell) => (cell.match(/"/g)?.length ?? 0) % 2 === 1)) continue;
    counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) / filled.length;
}

function parse(text: string, delimiter: string, quote: string | null): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (quote !== null && text[at] === quote) {
      const quoted = readQuoted(text, at + 1, quote);
      if (quoted === null) return null;
      cell = quoted.cell;
      at = quoted.end;
    }
    const end = plainEnd(text, at, delimiter);
    row.push(cell + text.slice(at, end));
    at = end;
    if (text[at] === delimiter && at + 1 < text.length) {
      at++;
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return rows;
}

/** What stands between quotes, doubled ones taken as one, and where it ends; null where it never does. */
function readQuoted(text: string, start: number, quote: string): { cell: string; end: number } | null {
  let cell = "";
  let from = start;
  for (;;) {
    const at = text.indexOf(quote, from);
    if (at < 0) return null;
    cell += text.slice(from, at);
    if (text[at + 1] !== quote) return { cell, end: at + 1 };
    cell += quote;
    from = at + 2;
  }
}

function plainEnd(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length) {
    const character = text[end];
    if (character === delimiter || character === "\n" || character === "\r") break;
    end++;
  }
  return end;
}
