import type { Place } from "./quality-set.ts";

/** A piece of a document as the service shows it. */
export interface ShownChunk {
  chunkText: string;
  pageNumber: number | null;
  section: string | null;
}

/** How much of a long quotation a chunk has to hold: chunks are cut where they are full, also within an answer. */
const ENOUGH = 0.6;
/** Of a quotation of fewer letters every part counts. */
const LONG_QUOTE = 50;

/** Whether a chunk shows what stands at a place. */
export function coversPlace(chunk: ShownChunk, { quote, page, section, row, cell }: Place): boolean {
  if (page !== undefined && chunk.pageNumber !== page) return false;
  if (section !== undefined && !lettersOf(chunk.section ?? "").includes(lettersOf(section))) return false;
  if (quote !== undefined && !coversQuote(lettersOf(chunk.chunkText), lettersOf(quote))) return false;
  if (row !== undefined && !hasLineWith(chunk.chunkText, row)) return false;
  if (cell === undefined) return true;
  return (
    lettersOf(chunk.chunkText).includes(lettersOf(cell.column)) &&
    hasLineWith(chunk.chunkText, [cell.row, cell.value])
  );
}

function coversQuote(text: string, quote: string): boolean {
  if (text.includes(quote)) return true;
  return quote.length >= LONG_QUOTE && longestShared(text, quote) >= ENOUGH * quote.length;
}

function hasLineWith(text: string, cells: readonly string[]): boolean {
  return text.split("\n").some((line) => {
    const letters = lettersOf(line);
    return cells.every((cell) => letters.includes(lettersOf(cell)));
  });
}

/** Letters and digits alone, in lower case: how a text is set and marked up does not count. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "");
}

/** The length of the longest run of characters that both have. */
function longestShared(a: string, b: string): number {
  let longest = 0;
  let previous = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const current = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      if (a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      const length = (previous[j] ?? 0) + 1;
      current[j + 1] = length;
      if (length > longest) longest = length;
    }
    previous = current;
  }
  return longest;
}
