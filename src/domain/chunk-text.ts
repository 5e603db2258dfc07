import { AppError } from "./errors.ts";
import { markdownSections } from "./markdown-sections.ts";
import type { Chunk, CutDocument, ExtractedText, TextPart, TextTable } from "./passage.ts";
import { endsSentence } from "./split-sentences.ts";

/** How many chunks a document may have. */
const MAX_CHUNKS = 50_000;
/** How much of a document's beginning its category is told from. */
const OPENING_LENGTH = 10_000;
/** The longest chunk, in UTF-16 units. */
const CHUNK_LENGTH = 1000;
/** How much of its predecessor a chunk repeats. */
const OVERLAP = 200;
/** A better place to cut is looked for in this much of a chunk's end. */
const CUT_WINDOW = 200;
/** How much of a table's header is put in front of a chunk. */
const LONGEST_HEADER = 250;
/** How far before the overlap the row begins that a chunk inside a table starts with. */
const LONGEST_ROW_START = 200;

/**
 * Cuts a document's text into overlapping chunks. A run is a part, or a header's section of a Markdown part,
 * without the white space around it. Inside a run every chunk starts 200 units before the end of the one before
 * it (201 where that would divide a surrogate pair), and ends after a paragraph, else a sentence, else a word, where
 * one ends in its last fifth. Every visible character is in some chunk; a chunk of white space alone is left out.
 *
 * In a table chunks end after a row where they can, start with a whole row and so repeat somewhat more, and have the
 * table's header in front, which counts into their length.
 */
export function chunkText(extracted: ExtractedText): Chunk[] {
  return Array.from(cutText(extracted));
}

/**
 * The chunks of a document, and what else is known of it without its text. A document of too many chunks is the
 * AppError `too-many-chunks` as soon as it has one too many.
 */
export function cutDocument(extracted: ExtractedText, maxChunks = MAX_CHUNKS): CutDocument {
  const chunks: Chunk[] = [];
  for (const chunk of cutText(extracted)) {
    if (chunks.length === maxChunks) throw tooManyChunks(maxChunks);
    chunks.push(chunk);
  }
  return { chunks, opening: openingOf(extracted), pages: extracted.pages };
}

function tooManyChunks(maxChunks: number): AppError {
  const limit = maxChunks.toLocaleString("en");
  return new AppError("too-many-chunks", `The document is too large: it has more than ${limit} chunks`, {
    details: `A chunk is a passage of up to ${CHUNK_LENGTH} characters, or what stands under one header. Divide the file into smaller ones and add each of them.`,
  });
}

function openingOf({ parts }: ExtractedText): string {
  let opening = "";
  for (const part of parts) {
    if (opening.length >= OPENING_LENGTH) break;
    opening += `${part.text.slice(0, OPENING_LENGTH)}\n`;
  }
  return opening.slice(0, OPENING_LENGTH);
}

/** The chunks one by one. */
function* cutText(extracted: ExtractedText): Generator<Chunk> {
  let chunkIndex = 0;
  for (const [index, part] of extracted.parts.entries()) {
    const tableAt = tableFinder(part.tables ?? []);
    for (const run of runsOf(part, extracted.syntax)) {
      for (const { start, end, lead } of cutRun(part.text, run, tableAt)) {
        const text = lead + part.text.slice(start, end);
        const { pageNumber } = part;
        yield { chunkIndex, text, pageNumber, section: run.section, part: index, start, end };
        chunkIndex += 1;
      }
    }
  }
}

interface Run {
  start: number;
  end: number;
  section: string | null;
}

function* runsOf(part: TextPart, syntax: ExtractedText["syntax"]): Generator<Run> {
  if (syntax === "plain") {
    yield { start: 0, end: part.text.length, section: part.section };
    return;
  }
  for (const { start, end, path } of markdownSections(part.text)) {
    const titles = [part.section ?? "", ...path].filter((title) => title !== "");
    yield { start, end, section: titles.join(" > ") || null };
  }
}

interface Cut {
  start: number;
  end: number;
  /** What is put in front. */
  lead: string;
}

function* cutRun(text: string, run: Run, tableAt: TableFinder): Generator<Cut> {
  let { start, end: runEnd } = run;
  while (start < runEnd && isSpace(text, start)) start++;
  while (runEnd > start && isSpace(text, runEnd - 1)) runEnd--;
  while (start < runEnd) {
    const table = tableAt(start);
    const lead = table === null || table.start >= start ? "" : leadOf(table);
    const length = CHUNK_LENGTH - lead.length;
    const end = runEnd - start <= length ? runEnd : cutAfter({ text, start, length, tableAt });
    if (hasVisible(text, start, end)) yield { start, end, lead };
    if (end === runEnd) return;
    start = wholeCharacterAt(text, end - OVERLAP);
    if (tableAt(start) !== null) start = rowStartBefore(text, start);
  }
}

type TableFinder = (index: number) => TextTable | null;

/** Finds the table around an index. Indexes that are asked for go forward but for the length of a chunk. */
function tableFinder(tables: readonly TextTable[]): TableFinder {
  let next = 0;
  return (index) => {
    while (next > 0 && (tables[next - 1]?.end ?? 0) > index) next--;
    while (next < tables.length && (tables[next]?.end ?? 0) <= index) next++;
    const table = tables[next];
    return table !== undefined && table.start <= index ? table : null;
  };
}

function leadOf({ header }: TextTable): string {
  if (header.length <= LONGEST_HEADER) return `${header}\n`;
  const cut = header.slice(0, wholeCharacterAt(header, LONGEST_HEADER - 2));
  return `${cut.replace(/\s+\S*$/, "")} …\n`;
}

/** The start of the row around an index, or the index itself where that is far away. */
function rowStartBefore(text: string, index: number): number {
  const lineStart = text.lastIndexOf("\n", index - 1) + 1;
  return index - lineStart <= LONGEST_ROW_START ? lineStart : index;
}

interface LongRest {
  text: string;
  start: number;
  length: number;
  tableAt: TableFinder;
}

/** Where a chunk of at most `length` characters ends, in a run that goes on beyond it. */
function cutAfter({ text, start, length, tableAt }: LongRest): number {
  const hardEnd = wholeCharacterAt(text, start + length);
  const earliest = start + length - CUT_WINDOW;
  let row = -1;
  let sentence = -1;
  let line = -1;
  let word = -1;
  for (let end = hardEnd; end >= earliest; end--) {
    if (isSpace(text, end - 1)) continue;
    if (isSpace(text, end)) {
      if (matchesAt(PARAGRAPH_END, text, end)) return end;
      if (word < 0) word = end;
      if (line < 0 && matchesAt(LINE_END, text, end)) line = end;
      if (row < 0 && line === end && tableAt(end) !== null) row = end;
    }
    if (sentence < 0 && endsSentence(text, end)) sentence = end;
  }
  // A line end is a word end too: without a sentence to keep whole, a line of verse or of code stays whole.
  return [row, sentence, line, word].find((end) => end >= 0) ?? hardEnd;
}

const PARAGRAPH_END = /[^\S\r\n\f]*(?:[\f\u2029]|(?:\r\n|\n|\r(?!\n))[^\S\r\n]*[\r\n\f])/y;
const LINE_END = /[^\S\r\n]*[\r\n]/y;

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}

/** The index itself, or the one before it where it falls between the halves of a surrogate pair. */
function wholeCharacterAt(text: string, index: number): number {
  const isInsidePair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1));
  return isInsidePair ? index - 1 : index;
}

/** Whether white space stands at the index; by its code, because every character of a big text is asked. */
function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && WIDE_SPACES.has(code);
}

const WIDE_SPACES: ReadonlySet<number> = new Set(
  Array.from(
    "\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF",
    (space) => space.charCodeAt(0),
  ),
);

function hasVisible(text: string, start: number, end: number): boolean {
  return /[^\s\u00AD\u200B-\u200F\u2060\uFEFF]/.test(text.slice(start, end));
}
