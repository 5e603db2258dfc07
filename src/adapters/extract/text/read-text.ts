import { extensionOf } from "../../../domain/document.ts";
import type { ExtractedText } from "../../../domain/passage.ts";
import { cleanText, isJunk } from "../clean-text.ts";
import { tooLarge, unsupported } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { decodeText } from "./decode-text.ts";

/** Reads plain text of every kind, source code and Markdown included, as it stands. */
export async function readText(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const { characters } = context.limits;
  // No encoding needs more than four bytes for a character, so this is too long whatever it is.
  if (bytes.length > characters * 4) throw tooLarge(`it holds more than ${characters} characters`);
  const decoded = decodeText(bytes);
  if (isJunk(decoded)) throw unsupported("binary data of an unknown kind");
  return {
    syntax: MARKDOWN_EXTENSIONS.has(extensionOf(context.name)) ? "markdown" : "plain",
    parts: [{ text: cleanText(decoded), pageNumber: null, section: null }],
    pages: null,
  };
}

const MARKDOWN_EXTENSIONS: ReadonlySet<string> = new Set(["md", "markdown", "mdx"]);
