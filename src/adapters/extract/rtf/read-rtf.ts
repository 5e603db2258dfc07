import type { ExtractedText } from "../../../domain/passage.ts";
import { BodyWriter, noteKeyOf } from "../docx/body-writer.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { type RtfStyle, stylesOf } from "./style-table.ts";
import { walkRtf } from "./walk-rtf.ts";

/** Reads rich text: headings as sections, notes and comments below what refers to them, headers last. */
export async function readRtf(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const builder = openSectionBuilder(context.limits.characters);
  const styles = new Map<string, RtfStyle>();
  const notes = new Map<string, string>();
  const headers = new Set<string>();
  const writer = new BodyWriter({
    builder,
    styles: stylesOf(styles),
    // Every item comes with the label that it was saved with.
    numbering: { nextLabel: (label) => label },
    notes,
  });
  walkRtf(bytes, {
    onParagraph: (paragraph) => writer.onParagraph(paragraph),
    onRow: (cells) => writer.onRow(cells),
    onTableEnd: () => writer.onTableEnd(),
    onNote(reference, author, paragraphs) {
      const text = paragraphs
        .map((paragraph) => paragraph.text)
        .filter(Boolean)
        .join(" ");
      if (text === "") return;
      const by = author === null || author === "" ? "" : ` by ${author}`;
      notes.set(noteKeyOf(reference), reference.kind === "comment" ? `[Comment${by}: ${text}]` : text);
    },
    onHeader: (text) => headers.add(text),
    onStyle: (id, style) => styles.set(id, style),
  });
  builder.leaveSections();
  for (const text of headers) builder.add(text, "line");
  return { syntax: "plain", parts: builder.build(), pages: null };
}
