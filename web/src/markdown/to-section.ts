import type { Token, Tokens } from "marked";
import { decodeEntities } from "./decode-entities.ts";
import type { Alignment, Block, ListItem, Marks, Run, Section } from "./markdown-tree.ts";
import { isMaths } from "./maths-extension.ts";
import { safeHref } from "./safe-href.ts";

/** The section that a top-level token stands for; null for white space and definitions. */
export function toSection(token: Token, { start, end }: { start: number; end: number }): Section | null {
  const text = new PlainText();
  const block = toBlock(token, text);
  if (block === null) return null;
  return { start, end, block, plain: text.plain, prose: text.prose };
}

/** Collects what a reader sees while the tree is built, so that every run knows its place. */
class PlainText {
  plain = "";
  readonly prose: { start: number; end: number }[] = [];

  add(text: string): number {
    const start = this.plain.length;
    this.plain += text;
    return start;
  }

  /** Ends a paragraph, cell or heading: what follows is another sentence. */
  close(): void {
    if (this.plain !== "" && !this.plain.endsWith("\n")) this.plain += "\n";
  }
}

const BARE: Marks = { strong: false, emphasis: false, strike: false, href: null };

function toBlock(token: Token, text: PlainText): Block | null {
  if (isMaths(token)) return { kind: "maths", tex: token.tex };
  // The reader's own types are open; each case names the one that its kind stands for.
  switch (token.type) {
    case "paragraph":
    case "text":
      return { kind: "paragraph", runs: proseOf(token as Tokens.Paragraph | Tokens.Text, text) };
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      return { kind: "heading", level: depth, runs: lineOf(tokens, text) };
    }
    case "list":
      return toList(token as Tokens.List, text);
    case "blockquote":
      return { kind: "quote", blocks: toBlocks((token as Tokens.Blockquote).tokens, text) };
    case "code": {
      const { lang, text: code } = token as Tokens.Code;
      const start = text.add(code);
      text.close();
      return {
        kind: "code",
        language: /^[\w+#.-]*/.exec(lang ?? "")?.[0].toLowerCase() ?? "",
        text: code,
        start,
      };
    }
    case "table":
      return toTable(token as Tokens.Table, text);
    case "hr":
      return { kind: "rule" };
    case "html":
      return htmlAsText(token.raw, text);
    default:
      return null;
  }
}

function toBlocks(tokens: readonly Token[], text: PlainText): Block[] {
  return tokens.map((token) => toBlock(token, text)).filter((block) => block !== null);
}

/** HTML is never run: it is shown as the text that it is. */
function htmlAsText(raw: string, text: PlainText): Block | null {
  const shown = raw.trim();
  if (shown === "" || /^<!--[\s\S]*-->$/.test(shown)) return null;
  const start = text.add(shown);
  text.close();
  return { kind: "paragraph", runs: [{ kind: "text", text: shown, marks: BARE, start }] };
}

function toList({ ordered, start, items }: Tokens.List, text: PlainText): Block {
  return {
    kind: "list",
    isOrdered: ordered,
    first: start === "" ? 1 : start,
    items: items.map(
      (item): ListItem => ({
        isChecked: item.task ? item.checked === true : null,
        blocks: toBlocks(item.tokens, text),
      }),
    ),
  };
}

function toTable({ align, header, rows }: Tokens.Table, text: PlainText): Block {
  const toCells = (cells: readonly Tokens.TableCell[]) => cells.map((cell) => lineOf(cell.tokens, text));
  const alignments: Alignment[] = align.map((side) => side);
  return { kind: "table", alignments, header: toCells(header), rows: rows.map(toCells) };
}

function proseOf(token: Tokens.Paragraph | Tokens.Text, text: PlainText): Run[] {
  const start = text.plain.length;
  const runs = lineOf(token.tokens ?? [token], text);
  text.prose.push({ start, end: text.plain.length });
  return runs;
}

function lineOf(tokens: readonly Token[], text: PlainText): Run[] {
  const runs: Run[] = [];
  addRuns(tokens, BARE, { runs, text });
  text.close();
  return runs;
}

interface Line {
  runs: Run[];
  text: PlainText;
}

function addRuns(tokens: readonly Token[], marks: Marks, line: Line): void {
  for (const token of tokens) addRun(token, marks, line);
}

function addRun(token: Token, marks: Marks, line: Line): void {
  const { runs, text } = line;
  if (isMaths(token)) {
    runs.push({ kind: "maths", tex: token.tex, isDisplay: false, marks, start: text.add(token.tex) });
    return;
  }
  const within = "tokens" in token && token.tokens !== undefined ? token.tokens : [];
  switch (token.type) {
    case "strong":
      addRuns(within, { ...marks, strong: true }, line);
      break;
    case "em":
      addRuns(within, { ...marks, emphasis: true }, line);
      break;
    case "del":
      addRuns(within, { ...marks, strike: true }, line);
      break;
    case "link":
      addRuns(within, { ...marks, href: safeHref((token as Tokens.Link).href) }, line);
      break;
    case "image": {
      // No picture is fetched; its description links to it.
      const { href, text: alt } = token as Tokens.Image;
      addText(alt || href, { ...marks, href: safeHref(href) }, line);
      break;
    }
    case "codespan": {
      const code = (token as Tokens.Codespan).text;
      runs.push({ kind: "code", text: code, marks, start: text.add(code) });
      break;
    }
    case "br":
      runs.push({ kind: "break", marks, start: text.add("\n") });
      break;
    case "checkbox":
      break;
    case "text":
      if (within.length > 0) addRuns(within, marks, line);
      else addText(decodeEntities((token as Tokens.Text).text), marks, line);
      break;
    case "escape":
      addText((token as Tokens.Escape).text, marks, line);
      break;
    default:
      addText(token.raw, marks, line);
  }
}

const CITATION = /\s?((?:\[\d{1,2}(?:\s*[,;]\s*\d{1,2})*\])+)/g;

/** Adds text, with `[2]`, `[1][3]` and `[1, 3]` taken apart from it as citations. */
function addText(text: string, marks: Marks, { runs, text: plain }: Line): void {
  let from = 0;
  const addPlain = (to: number) => {
    if (to > from)
      runs.push({ kind: "text", text: text.slice(from, to), marks, start: plain.add(text.slice(from, to)) });
  };
  if (marks.href === null) {
    for (const match of text.matchAll(CITATION)) {
      addPlain(match.index);
      const numbers = [...match[0].matchAll(/\d+/g)].map(([digits]) => Number(digits));
      runs.push({ kind: "citation", text: match[0], numbers, marks, start: plain.add(match[0]) });
      from = match.index + match[0].length;
    }
  }
  addPlain(text.length);
}
