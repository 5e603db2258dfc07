const DELIMITERS = [",", ";", "\t", "|"] as const;
const SAMPLE_LINES = 20;

/** The rows of a CSV or TSV text; quoted cells may hold anything. The delimiter is the one that fits best. */
export function parseTable(text: string): string[][] {
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const cell = readCell(text, at, delimiter);
    row.push(cell.text);
    at = cell.end;
    if (text[at] === delimiter) {
      at++;
      if (at < text.length) continue;
      row.push("");
    }
    rows.push(row);
    row = [];
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
  }
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
}

function readCell(text: string, start: number, delimiter: string): { text: string; end: number } {
  if (text[start] === '"') {
    let content = "";
    for (let at = start + 1; at < text.length; at++) {
      if (text[at] !== '"') content += text[at];
      else if (text[at + 1] === '"') content += text[at++];
      else return { text: content, end: endOfCell(text, at + 1, delimiter) };
    }
    return { text: content, end: text.length };
  }
  const end = endOfCell(text, start, delimiter);
  return { text: text.slice(start, end), end };
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** The delimiter that divides the first lines into the same number of cells, most of all. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r?\n/).filter(Boolean).slice(0, SAMPLE_LINES);
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(delimiter).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const score = usual === 0 ? 0 : counts.filter((count) => count === usual).length * Math.sqrt(usual);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
