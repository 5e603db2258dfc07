import type { ExtractedText } from "../../../domain/passage.ts";
import { mainPartOf, type RelatedParts, relatedPartsOf } from "../office-parts.ts";
import { corrupt } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder, type SectionBuilder } from "../section-builder.ts";
import { openZip } from "../zip.ts";
import { readDrawingTexts } from "./drawing-texts.ts";
import { type NoteReference, type WordEvents, type WordParagraph, walkWord } from "./walk-word.ts";
import { readNumbering, type WordNumbering } from "./word-numbering.ts";
import { readStyles, type WordStyles } from "./word-styles.ts";

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
  for (const text of readHeadersAndFooters(related)) builder.add(text, "line");
  return { syntax: "plain", parts: builder.build(), pages: null };
}

interface Body {
  builder: SectionBuilder;
  styles: WordStyles;
  numbering: WordNumbering;
  notes: ReadonlyMap<string, string>;
}

/** A row whose cells are longer than this together is a layout, not a table. */
const MAX_ROW_LENGTH = 600;

class BodyWriter implements WordEvents {
  private readonly body: Body;
  private previous: "paragraph" | "item" | "row" = "paragraph";
  private waitingNotes: string[] = [];
  private noteNumber = 0;

  constructor(body: Body) {
    this.body = body;
  }

  onParagraph(paragraph: WordParagraph): void {
    const { builder, styles } = this.body;
    const { text, isItem } = this.textOf(paragraph);
    const styleLevel = paragraph.styleId === null ? null : styles.outlineLevelOf(paragraph.styleId);
    const level = paragraph.outlineLevel ?? styleLevel;
    if (text !== "") {
      if (level !== null && level >= 0 && level <= 8) builder.addHeading(level, text);
      else if (paragraph.styleId !== null && styles.isTitle(paragraph.styleId)) builder.addTitle(text);
      else builder.add(text, isItem && this.previous === "item" ? "line" : "paragraph");
      this.previous = isItem ? "item" : "paragraph";
    }
    this.writeNotes();
  }

  onRow(cells: WordParagraph[][]): void {
    const texts = cells.map((cell) => cell.map((paragraph) => this.textOf(paragraph).text).filter(Boolean));
    if (texts.every((cell) => cell.length === 0)) return;
    const length = texts.flat().reduce((sum, text) => sum + text.length, 0);
    const gap = this.previous === "row" ? "line" : "paragraph";
    if (length > MAX_ROW_LENGTH && texts.some((cell) => cell.length > 1)) {
      for (const text of texts.flat()) this.body.builder.add(text, "paragraph");
    } else {
      this.body.builder.add(texts.map((cell) => cell.join(" ").replace(/\s+/g, " ")).join(" | "), gap);
    }
    this.previous = "row";
  }

  onTableEnd(): void {
    this.previous = "paragraph";
    this.writeNotes();
  }

  onNote(): void {
    // Notes live in parts of their own; the body only refers to them.
  }

  /** The paragraph with the label of its list and marks for its notes, which wait until it has been written. */
  private textOf(paragraph: WordParagraph): { text: string; isItem: boolean } {
    let text = paragraph.text;
    for (const reference of paragraph.notes) text += this.markOf(reference);
    if (text === "") return { text, isItem: false };
    const label = this.labelOf(paragraph);
    return label === null ? { text, isItem: false } : { text: `${label} ${text}`, isItem: true };
  }

  private labelOf({ styleId, list }: WordParagraph): string | null {
    const inherited = styleId === null ? null : this.body.styles.listOf(styleId);
    const numberingId = list.numberingId ?? inherited?.numberingId;
    if (numberingId === undefined || numberingId === "0") return null;
    return this.body.numbering.nextLabel(numberingId, list.level ?? inherited?.level ?? 0);
  }

  private markOf(reference: NoteReference): string {
    const note = this.body.notes.get(keyOf(reference));
    if (note === undefined) return "";
    if (reference.kind === "comment") {
      this.waitingNotes.push(note);
      return "";
    }
    this.noteNumber++;
    this.waitingNotes.push(`[${this.noteNumber}] ${note}`);
    return ` [${this.noteNumber}]`;
  }

  private writeNotes(): void {
    for (const note of this.waitingNotes) this.body.builder.add(note, "line");
    this.waitingNotes = [];
  }
}

function keyOf({ kind, id }: NoteReference): string {
  return `${kind} ${id}`;
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
      notes.set(keyOf(reference), reference.kind === "comment" ? `[Comment${by}: ${text}]` : text);
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
