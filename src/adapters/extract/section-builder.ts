import type { TextPart, TextTable } from "../../domain/passage.ts";
import { cleanText } from "./clean-text.ts";
import { tooLarge } from "./read-failure.ts";

/** Collects the lines of a document that has headings, and cuts them into one part for each section. */
export interface SectionBuilder {
  /** Adds the title of the whole document, which opens no section but shares the part of the heading below it. */
  addTitle(title: string): void;
  /** Opens a section below the nearest heading of a smaller level; the title is also the section's first line. */
  addHeading(level: number, title: string): void;
  /** Adds text after a newline, or after an empty line where it begins a paragraph. */
  add(text: string, gap: Gap): void;
  /**
   * Begins a table: the next line that is added is its header, every further one a row, cells joined by ` | `, until
   * the table is closed or its section ends. The header then goes with every chunk that rows fall into. Lines without
   * a second cell are no header, and a table that holds another one is a layout: both stay plain text.
   */
  openTable(): void;
  closeTable(): void;
  /** Leaves all headings: what follows belongs to no section. */
  leaveSections(): void;
  /** The parts in order, none of them empty. */
  build(): TextPart[];
}

export type Gap = "line" | "paragraph";

/** Headings beyond this many are plain lines, so that no file can make a million parts. */
const MAX_PARTS = 10_000;
const MAX_TITLE_LENGTH = 200;
const MAX_HEADER_LENGTH = 1_000;

/** A table whose lines are coming. */
interface OpenTable {
  start: number;
  /** The first line, null as long as there is none. */
  header: string | null;
  rows: number;
  isLayout: boolean;
}

/** A builder that refuses to hold more than the given number of characters. */
export function openSectionBuilder(maxCharacters: number): SectionBuilder {
  const parts: TextPart[] = [];
  const headings: { level: number; title: string }[] = [];
  let pieces: string[] = [];
  let partLength = 0;
  let tables: TextTable[] = [];
  const openTables: OpenTable[] = [];
  let characters = 0;
  let hasBody = false;

  function append(rawText: string, gap: Gap): void {
    characters += rawText.length + 2;
    if (characters > maxCharacters) throw tooLarge(`it holds more than ${maxCharacters} characters`);
    const isFirst = partLength === 0;
    // Cleaned here and not as a whole, so that the places of tables stay right.
    const text = isFirst ? cleanText(rawText).replace(/^\n+/, "") : cleanText(rawText);
    if (!isFirst) push(gap === "line" ? "\n" : "\n\n");
    const table = openTables.at(-1);
    if (table !== undefined && text.trim() !== "") addLine(table, text, partLength);
    push(text);
  }

  function push(piece: string): void {
    pieces.push(piece);
    partLength += piece.length;
  }

  function flush(): void {
    while (openTables.length > 0) endTable();
    const text = pieces.join("").trimEnd();
    if (text !== "") {
      const section = headings.map((heading) => heading.title).join(" > ");
      const part: TextPart = { text, pageNumber: null, section: section === "" ? null : section };
      for (const table of tables) table.end = Math.min(table.end, text.length);
      parts.push(tables.length === 0 ? part : { ...part, tables });
    }
    pieces = [];
    partLength = 0;
    tables = [];
    hasBody = false;
  }

  function endTable(): void {
    const table = openTables.pop();
    if (table === undefined || table.isLayout || table.rows === 0) return;
    if (table.header?.includes(" | ")) {
      tables.push({ start: table.start, end: partLength, header: table.header });
    }
  }

  return {
    addTitle(title) {
      append(title, "paragraph");
    },
    addHeading(level, rawTitle) {
      const title = rawTitle.replace(/\s+/g, " ").trim();
      if (title === "") return;
      if (parts.length >= MAX_PARTS || title.length > MAX_TITLE_LENGTH) {
        append(title, "paragraph");
        hasBody = true;
        return;
      }
      // A heading directly above a deeper one has no text of its own: both begin the same part.
      if (hasBody || (headings.at(-1)?.level ?? -1) >= level) flush();
      while ((headings.at(-1)?.level ?? -1) >= level) headings.pop();
      headings.push({ level, title });
      if (pieces.at(-1) !== title) append(title, "paragraph");
    },
    add(text, gap) {
      append(text, gap);
      hasBody ||= text.trim() !== "";
    },
    openTable() {
      for (const table of openTables) table.isLayout = true;
      openTables.push({ start: 0, header: null, rows: 0, isLayout: false });
    },
    closeTable: endTable,
    leaveSections() {
      flush();
      headings.length = 0;
    },
    build() {
      flush();
      return parts;
    },
  };
}

function addLine(table: OpenTable, text: string, start: number): void {
  if (table.header === null) {
    table.start = start;
    table.header = text.slice(0, MAX_HEADER_LENGTH).split("\n", 1)[0]?.trim() ?? "";
  } else table.rows++;
}
