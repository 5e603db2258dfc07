import type { ListCounter } from "../list-counter.ts";
import type { SectionBuilder } from "../section-builder.ts";
import type { NoteReference, WordEvents, WordParagraph } from "./walk-word.ts";
import type { WordStyles } from "./word-styles.ts";

/** Where the text of a Word document goes, and what its paragraphs refer to. */
interface Body {
  builder: SectionBuilder;
  styles: WordStyles;
  numbering: ListCounter;
  notes: ReadonlyMap<string, string>;
}

/** A row whose cells are longer than this together is a layout, not a table. */
const MAX_ROW_LENGTH = 600;

/** Writes paragraphs and rows into sections, with the labels of lists and with notes below what refers to them. */
export class BodyWriter implements WordEvents {
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
    if (this.previous !== "row") this.body.builder.openTable();
    const gap = this.previous === "row" ? "line" : "paragraph";
    if (length > MAX_ROW_LENGTH && texts.some((cell) => cell.length > 1)) {
      for (const text of texts.flat()) this.body.builder.add(text, "paragraph");
    } else {
      this.body.builder.add(texts.map((cell) => cell.join(" ").replace(/\s+/g, " ")).join(" | "), gap);
    }
    this.previous = "row";
  }

  onTableEnd(): void {
    if (this.previous === "row") this.body.builder.closeTable();
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
    const note = this.body.notes.get(noteKeyOf(reference));
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

/** What a note is kept under. */
export function noteKeyOf({ kind, id }: NoteReference): string {
  return `${kind} ${id}`;
}
