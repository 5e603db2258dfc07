import { Marked, type Token, type Tokens } from "marked";
import type { Section } from "./markdown-tree.ts";
import { mathsExtension } from "./maths-extension.ts";
import { toSection } from "./to-section.ts";

/** Markdown that has been read. */
export interface ParsedMarkdown {
  source: string;
  sections: Section[];
}

const marked = new Marked({ gfm: true }, { extensions: mathsExtension });

/**
 * Reads Markdown. With what was read before, and where the source only grew, all but the last section is kept as the
 * very same objects: a stream costs the price of its newest block, and finished blocks need not be drawn again.
 */
export function parseMarkdown(source: string, before?: ParsedMarkdown): ParsedMarkdown {
  if (before?.source === source) return before;
  const kept = before !== undefined && source.startsWith(before.source) ? before.sections.slice(0, -1) : [];
  const start = kept.at(-1)?.end ?? 0;
  return { source, sections: [...kept, ...parseFrom(source, start)] };
}

function parseFrom(source: string, from: number): Section[] {
  const sections: Section[] = [];
  let start = from;
  for (const token of tokensOf(source.slice(from))) {
    const end = start + token.raw.length;
    const section = toSection(token, { start, end });
    if (section !== null) sections.push(section);
    start = end;
  }
  return sections;
}

/** The tokens of a text; one so deeply nested that the reader gives up is shown as it stands. */
function tokensOf(text: string): Token[] {
  try {
    return marked.lexer(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const plain: Tokens.Text = { type: "text", raw: text, text, escaped: false };
    return [{ type: "paragraph", raw: text, text, tokens: [plain] }];
  }
}
