import type { FormatResult } from "./measure-format.ts";
import type { WordScore } from "./score-words.ts";

/** The results as a Markdown table, a row for each format. */
export function tableOf(results: readonly FormatResult[]): string {
  const rows = results.map((result) => [
    result.format,
    String(result.files),
    [...result.failures].map(([kind, count]) => `${count} ${kind}`).join(", ") || "–",
    meanOf(result, "recall"),
    meanOf(result, "precision"),
    pagesOf(result),
    result.cpuMs > 0 && result.pages > 0 ? (result.pages / (result.cpuMs / 1000)).toFixed(1) : "–",
    result.peakBytes > 0 ? String(Math.round(result.peakBytes / 1024 / 1024)) : "–",
  ]);
  return [HEADER, HEADER.map((_, index) => (index === 0 || index === 2 ? "---" : "--:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const HEADER = ["format", "files", "not read", "recall", "precision", "pages", "pages / CPU s", "peak MB"];

/** The mean over the files that have a reference. */
export function meanOf({ scores }: FormatResult, measure: keyof WordScore): string {
  if (scores.length === 0) return "–";
  return (scores.reduce((sum, { score }) => sum + score[measure], 0) / scores.length).toFixed(3);
}

function pagesOf({ pages, wrongPages }: FormatResult): string {
  if (pages === 0) return "–";
  return wrongPages.length === 0 ? String(pages) : `${pages} (wrong: ${wrongPages.join(", ")})`;
}
