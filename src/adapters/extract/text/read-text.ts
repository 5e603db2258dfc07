import { extensionOf } from "../../../domain/document.ts";
import type { ExtractedText } from "../../../domain/passage.ts";
import { cleanText, isJunk } from "../clean-text.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import { tooLarge, unsupported } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { decodeText } from "./decode-text.ts";
import { markdownTables } from "./markdown-tables.ts";

/** Reads plain text of every kind, source code and Markdown included, as it stands. */
export async function readText(bytes: Uint8Array, { name, limits }: ReadContext): Promise<ExtractedText> {
  const part = { text: cleanText(decodePlainText(bytes, limits)), pageNumber: null, section: null };
  if (!MARKDOWN_EXTENSIONS.has(extensionOf(name))) return { syntax: "plain", parts: [part], pages: null };
  const tables = markdownTables(part.text);
  return { syntax: "markdown", parts: [tables.length === 0 ? part : { ...part, tables }], pages: null };
}

/** The text behind bytes, for every format that is text; bytes that are none, or too many, are refused. */
export function decodePlainText(bytes: Uint8Array, { characters }: ExtractionLimits): string {
  // No encoding needs more than four bytes for a character, so this is too long whatever it is.
  if (bytes.length > characters * 4) throw tooLarge(`it holds more than ${characters} characters`);
  const decoded = decodeText(bytes);
  if (isJunk(decoded)) throw unsupported("binary data of an unknown kind");
  return decoded;
}

const MARKDOWN_EXTENSIONS: ReadonlySet<string> = new Set(["md", "markdown", "mdx"]);
