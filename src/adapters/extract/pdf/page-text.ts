import type { TextItem, TextMarkedContent, TextStyle } from "pdfjs-dist/types/src/display/api.js";

/** A line of a page. */
export interface Line {
  text: string;
  /** Baseline from the bottom of the page; distance to the line before is what makes a paragraph. */
  baseline: number;
  height: number;
}

/**
 * The text of a page in the order in which it was set: lines end where the page ends them, and an empty line
 * stands where the gap between two lines is clearly wider than usual on this page.
 */
export function pageText(
  items: readonly (TextItem | TextMarkedContent)[],
  styles: Readonly<Record<string, TextStyle>>,
): string {
  return textOfLines(collectLines(items, styles));
}

/** Lines as one text, with an empty line between paragraphs. */
export function textOfLines(lines: readonly Line[]): string {
  const usualGap = median(gapsOf(lines).filter((gap) => gap > 0));
  let text = "";
  for (const [index, line] of lines.entries()) {
    if (index > 0) text += isParagraphGap(lines[index - 1], line, usualGap) ? "\n\n" : "\n";
    text += line.text;
  }
  return text;
}

const LIGATURE = /[\ufb00-\ufb06]/g;

function collectLines(
  items: readonly (TextItem | TextMarkedContent)[],
  styles: Readonly<Record<string, TextStyle>>,
): Line[] {
  const lines: Line[] = [];
  let text = "";
  let baseline = 0;
  let height = 0;
  function endLine(): void {
    const trimmed = text.replace(LIGATURE, (ligature) => ligature.normalize("NFKC")).trim();
    if (trimmed !== "") lines.push({ text: trimmed, baseline, height });
    text = "";
  }
  for (const item of items) {
    if (!("str" in item)) continue;
    if (text === "" && item.str.trim() !== "") {
      const isVertical = styles[item.fontName]?.vertical === true;
      baseline = Number(item.transform[isVertical ? 4 : 5]);
      height = item.height;
    }
    text += item.str;
    if (item.hasEOL) endLine();
  }
  endLine();
  return lines;
}

function gapsOf(lines: readonly Line[]): number[] {
  return lines.slice(1).map((line, index) => (lines[index]?.baseline ?? 0) - line.baseline);
}

function isParagraphGap(before: Line | undefined, line: Line, usualGap: number): boolean {
  if (before === undefined || usualGap === 0) return false;
  const gap = before.baseline - line.baseline;
  // Going up again is a new column; it says nothing about paragraphs.
  return gap > usualGap * 1.3 && gap > line.height * 1.3;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
