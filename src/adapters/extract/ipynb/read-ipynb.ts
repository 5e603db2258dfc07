import type { ExtractedText } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import type { ReadContext } from "../reader.ts";
import { decodePlainText } from "../text/read-text.ts";

/**
 * Reads a notebook as one Markdown text: its cells in order, so that their headings become sections, code and what
 * it printed in fences. What only claims to be a notebook is read as the text that it is.
 */
export async function readIpynb(bytes: Uint8Array, { limits }: ReadContext): Promise<ExtractedText> {
  const source = decodePlainText(bytes, limits);
  const cells = cellsOf(source);
  const text = cells === null ? source : cells.flatMap(blocksOf).join("\n\n");
  return {
    syntax: cells === null ? "plain" : "markdown",
    parts: [{ text: cleanText(text), pageNumber: null, section: null }],
    pages: null,
  };
}

/** What a single output may add: a notebook can print more than it says. */
const LONGEST_OUTPUT = 2_000;

type Fields = Readonly<Record<string, unknown>>;

function cellsOf(source: string): Fields[] | null {
  const notebook = parseJson(source);
  if (notebook === null) return null;
  // Before version 4 cells stood in worksheets.
  const sheets = listOf(notebook.worksheets).flatMap((sheet) => listOf(sheet.cells));
  const cells = [...listOf(notebook.cells), ...sheets];
  return cells.length === 0 ? null : cells;
}

function parseJson(source: string): Fields | null {
  try {
    const value: unknown = JSON.parse(source.replace(/^\ufeff/, ""));
    return isFields(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function blocksOf(cell: Fields): string[] {
  const text = joined(cell.source ?? cell.input).trimEnd();
  if (cell.cell_type === "heading") return [`${"#".repeat(Number(cell.level) || 1)} ${text}`];
  if (cell.cell_type !== "code") return text === "" ? [] : [text];
  const outputs = listOf(cell.outputs).map(outputText);
  return [text, ...outputs].filter((block) => block.trim() !== "").map(fenced);
}

/** Outputs that only name the picture or widget in their place. */
const PLACEHOLDER = /^<[^<>\n]*>$/;

function outputText(output: Fields): string {
  if (output.output_type === "error" || output.output_type === "pyerr") {
    return `${joined(output.ename)}: ${joined(output.evalue)}`;
  }
  const shown = isFields(output.data)
    ? (output.data["text/markdown"] ?? output.data["text/plain"])
    : output.text;
  const text = cleanText(joined(shown)).trim();
  if (PLACEHOLDER.test(text)) return "";
  return text.length <= LONGEST_OUTPUT ? text : `${text.slice(0, LONGEST_OUTPUT).toWellFormed()} …`;
}

/** In a fence longer than any that stands inside. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(Math.min(longest + 1, 100));
  return `${fence}\n${code}\n${fence}`;
}

/** Notebooks keep texts whole or as lists of lines. */
function joined(text: unknown): string {
  if (Array.isArray(text)) return text.filter((line) => typeof line === "string").join("");
  return typeof text === "string" ? text : "";
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
