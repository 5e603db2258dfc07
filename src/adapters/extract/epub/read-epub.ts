import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { readHtmlParts } from "../html/read-html.ts";
import { readSidePart } from "../office-parts.ts";
import { corrupt, ReadFailure } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { decodeText } from "../text/decode-text.ts";
import { openZip } from "../zip.ts";
import { readEncryptedPaths } from "./encryption.ts";
import { type Book, readBook } from "./read-book.ts";

/** Reads a book chapter by chapter in reading order, with the chapters' headings, or their names in the contents, as sections. */
export async function readEpub(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const { limits } = context;
  const zip = openZip(bytes, limits.inflatedBytes);
  const book = readBook(zip);
  if (book.chapters.length === 0) throw corrupt("an EPUB book: its chapters are missing");
  const encryptedPaths = readEncryptedPaths(zip);
  if (book.chapters.some(({ path }) => encryptedPaths.has(path))) {
    throw new ReadFailure("encrypted", "The file is an EPUB book that is encrypted by its publisher (DRM).");
  }
  const parts = titlePart(book);
  let left = limits.characters;
  for (const { path, label } of book.chapters) {
    for (const chapter of readSidePart(zip, path)) {
      const added = readChapter(decodeText(chapter), label, left);
      left -= added.reduce((sum, part) => sum + part.text.length, 0);
      parts.push(...added);
    }
  }
  return { syntax: "plain", parts, pages: null };
}

function titlePart({ title, authors }: Book): TextPart[] {
  const text = cleanText([title, ...authors].filter((line) => line !== "").join("\n"));
  return text === "" ? [] : [{ text, pageNumber: null, section: null }];
}

const HEAD_TITLE = /<title\b[^>]*>([^<]*)<\/title\s*>/i;

/** A chapter's text. The title in its head is left out: no reader shows it, and it is mostly that of the book. */
function readChapter(source: string, label: string | null, maxCharacters: number): TextPart[] {
  const parts = readHtmlParts(source.replace(HEAD_TITLE, ""), Math.max(0, maxCharacters), "xhtml");
  return label === null ? parts : parts.map((part) => ({ ...part, section: part.section ?? label }));
}
