import type { ExtractedText } from "../../../domain/passage.ts";
import { readDrawingTexts } from "../drawing-texts.ts";
import { mainPartOf, type RelatedParts, relatedPartsOf } from "../office-parts.ts";
import { openPictureTexts } from "../picture-texts.ts";
import { corrupt } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { openZip } from "../zip.ts";
import { BodyWriter, noteKeyOf } from "./body-writer.ts";
import { type WordEvents, walkWord } from "./walk-word.ts";
import { readNumbering } from "./word-numbering.ts";
import { readStyles } from "./word-styles.ts";

/** Reads a Word document: its body by headings, notes and comments where they are referred to, headers last. */
export async function readDocx(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const { limits } = context;
  const zip = openZip(bytes, limits.inflatedBytes);
  const main = mainPartOf(zip) ?? "word/document.xml";
  if (!zip.has(main)) throw corrupt("a Word document: its text is missing");
  const related = relatedPartsOf(zip, main);
  const styles = readStyles(related.first("styles"));
  const builder = openSectionBuilder(limits.characters);
  const writer = new BodyWriter({
    builder,
    styles,
    numbering: readNumbering(related.first("numbering"), styles),
    notes: readNotes(related),
  });
  walkWord(zip.read(main), writer);
  builder.leaveSections();
  for (const text of readDrawingTexts(related)) builder.add(text, "paragraph");
  for (const text of openPictureTexts(zip)(related)) builder.add(text, "paragraph");
  for (const text of readHeadersAndFooters(related)) builder.add(text, "line");
  return { syntax: "plain", parts: builder.build(), pages: null };
}

function readNotes(related: RelatedParts): Map<string, string> {
  const notes = new Map<string, string>();
  const collector: WordEvents = {
    onParagraph: () => undefined,
    onRow: () => undefined,
    onTableEnd: () => undefined,
    onNote(reference, author, paragraphs) {
      const text = paragraphs
        .map((paragraph) => paragraph.text)
        .join(" ")
        .trim();
      if (text === "") return;
      const by = author === null || author === "" ? "" : ` by ${author}`;
      notes.set(noteKeyOf(reference), reference.kind === "comment" ? `[Comment${by}: ${text}]` : text);
    },
  };
  for (const type of ["footnotes", "endnotes", "comments"]) {
    for (const part of related.all(type)) walkWord(part, collector);
  }
  return notes;
}

/** The texts of all headers and footers, each once: most pages repeat them. */
function readHeadersAndFooters(related: RelatedParts): Set<string> {
  const texts = new Set<string>();
  const collector: WordEvents = {
    onParagraph: ({ text }) => {
      if (text !== "") texts.add(text);
    },
    onRow: (cells) => {
      const text = cells
        .flat()
        .map((paragraph) => paragraph.text)
        .filter(Boolean)
        .join(" | ");
      if (text !== "") texts.add(text);
    },
    onTableEnd: () => undefined,
    onNote: () => undefined,
  };
  for (const part of [...related.all("header"), ...related.all("footer")]) walkWord(part, collector);
  return texts;
}
