/** A stretch of Markdown under one header. `path` holds the titles of the headers above it, outermost first. */
interface MarkdownSection {
  start: number;
  end: number;
  path: string[];
}

/** A title longer than this is cut: it is a paragraph that only looks like a header. */
const LONGEST_TITLE = 120;

/**
 * Divides Markdown at its headers, ATX and setext; the sections follow each other without a gap, and a header
 * belongs to its own section. A header with nothing below it but a deeper header is joined to that one's section,
 * whose path names both. Front matter, fenced code and HTML blocks hold no headers. They come one by one, because a
 * text may hold millions.
 */
export function* markdownSections(text: string): Generator<MarkdownSection> {
  const open: Header[] = [];
  let start = 0;
  let path: string[] = [];
  let above: Header | null = null;
  for (const header of headersOf(text)) {
    if (above === null || !isParentAlone(text, above, header)) {
      if (header.start > start) yield { start, end: header.start, path };
      start = header.start;
    }
    while ((open.at(-1)?.level ?? 0) >= header.level) open.pop();
    open.push(header);
    path = open.map(({ title }) => title).filter((title) => title !== "");
    above = header;
  }
  if (text.length > start) yield { start, end: text.length, path };
}

interface Header {
  level: number;
  title: string;
  start: number;
  end: number;
}

function isParentAlone(text: string, above: Header, header: Header): boolean {
  return header.level > above.level && /^\s*$/.test(text.slice(above.end, header.start));
}

const ATX_HEADER = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s;
const SETEXT_UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
/** A quote or a list item: an underline below it is a rule, not a header. */
const CONTAINER = /^ {0,3}(?:>|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$))/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;

function* headersOf(text: string): Generator<Header> {
  let endOfBlock: RegExp | null = null;
  let paragraphStart: number | null = null;
  let isInContainer = false;
  for (const line of linesOf(text, frontMatterEnd(text))) {
    const content = text.slice(line.start, line.end);
    if (endOfBlock !== null) {
      if (endOfBlock.test(content)) endOfBlock = null;
      continue;
    }
    const atx = ATX_HEADER.exec(content);
    const underline = paragraphStart === null ? null : SETEXT_UNDERLINE.exec(content);
    if (atx) {
      yield { level: atx[1]?.length ?? 1, title: titleOf(atx[2] ?? ""), start: line.start, end: line.end };
    } else if (underline && paragraphStart !== null) {
      const level = underline[1]?.startsWith("=") ? 1 : 2;
      const title = titleOf(text.slice(paragraphStart, line.start));
      yield { level, title, start: paragraphStart, end: line.end };
    } else {
      endOfBlock = opensBlock(content);
      const isText = endOfBlock === null && !isBlankOrRule(content);
      isInContainer = isText && (isInContainer || CONTAINER.test(content));
      const isIndentedCode = paragraphStart === null && /^(?: {4}| {0,3}\t)/.test(content);
      if (!isText || isInContainer || isIndentedCode) paragraphStart = null;
      else paragraphStart ??= line.start;
      continue;
    }
    paragraphStart = null;
    isInContainer = false;
  }
}

function isBlankOrRule(line: string): boolean {
  return /^\s*$/.test(line) || (line.length < 200 && RULE.test(line));
}

/** Where the metadata block at the start of a file ends, 0 where there is none. */
function frontMatterEnd(text: string): number {
  const opening = /^\uFEFF?(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)/.exec(text);
  if (!opening) return 0;
  const closing = opening[1] === "---" ? /^(?:---|\.\.\.)[ \t]*$/ : /^\+\+\+[ \t]*$/;
  for (const line of linesOf(text, opening[0].length)) {
    if (closing.test(text.slice(line.start, line.end))) return line.end;
  }
  return 0;
}

function* linesOf(text: string, from: number): Generator<{ start: number; end: number }> {
  const lineEnd = /\r\n|\n|\r/g;
  lineEnd.lastIndex = from;
  let start = from;
  for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
    yield { start, end: match.index };
    start = lineEnd.lastIndex;
  }
  if (start < text.length) yield { start, end: text.length };
}

/** What ends the code or HTML that a line opens; null where it opens none. */
function opensBlock(line: string): RegExp | null {
  const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/s.exec(line);
  if (fence) {
    const mark = fence[1] ?? fence[2] ?? "";
    return new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`);
  }
  const html = /^ {0,3}<(!--|pre\b|script\b|style\b|textarea\b)(.*)$/is.exec(line);
  if (!html) return null;
  const closing = html[1] === "!--" ? /-->/ : /<\/(?:pre|script|style|textarea)>/i;
  return closing.test(html[2] ?? "") ? null : closing;
}

/** A link or an image; applied twice, because a link may hold an image. */
const LINK = /!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g;

function titleOf(raw: string): string {
  const title = raw
    .slice(0, 4 * LONGEST_TITLE)
    .replace(/(?:^|[ \t]+)#+[ \t]*$/, "")
    .replace(/[ \t]*\{[#.:][^{}]*\}[ \t]*$/, "")
    .replace(LINK, "$1")
    .replace(LINK, "$1")
    .replace(/<(https?:[^<>\s]*)>/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replace(/(?<!\\)(?:[*`]|~~)/g, "")
    .replace(/(?<![\p{L}\p{N}\\])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  return title.length <= LONGEST_TITLE
    ? title
    : `${title.slice(0, LONGEST_TITLE).replace(/[\s\uD800-\uDBFF]+$/, "")}…`;
}
