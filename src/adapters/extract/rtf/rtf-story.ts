import type { NoteReference, WordEvents, WordParagraph } from "../docx/walk-word.ts";

/** What decides a paragraph's place. */
export interface ParagraphFormat {
  style: number | null;
  outlineLevel: number | null;
  isInTable: boolean;
}

/** Puts text together to paragraphs and rows: the body has a story, and so has every note, header and text box. */
export class RtfStory {
  private readonly events: WordEvents;
  private pieces: string[] = [];
  private notes: NoteReference[] = [];
  private boxed: WordParagraph[] = [];
  private label = "";
  private cell: WordParagraph[] = [];
  private cells: WordParagraph[][] = [];
  private isInTable = false;

  constructor(events: WordEvents) {
    this.events = events;
  }

  add(text: string): void {
    this.pieces.push(text);
  }

  addNote(note: NoteReference): void {
    this.notes.push(note);
  }

  /** Paragraphs of a text box, which follow the one that is being written. */
  addBoxed(paragraphs: readonly WordParagraph[]): void {
    for (const paragraph of paragraphs) this.boxed.push(paragraph);
  }

  /** The label that the program which wrote the file put in front of a list's item. */
  setLabel(label: string): void {
    const text = label.trim();
    this.label = /[\p{L}\p{N}]/u.test(text) || text === "" ? text : "-";
  }

  endParagraph(format: ParagraphFormat): void {
    const paragraphs = this.take(format);
    if (!format.isInTable) this.endTable();
    for (const paragraph of paragraphs) {
      if (format.isInTable) this.cell.push(paragraph);
      else this.events.onParagraph(paragraph);
    }
  }

  endCell(format: ParagraphFormat): void {
    this.isInTable = true;
    for (const paragraph of this.take(format)) this.cell.push(paragraph);
    this.cells.push(this.cell);
    this.cell = [];
  }

  endRow(): void {
    if (this.cell.some(({ text }) => text !== "")) this.cells.push(this.cell);
    if (this.cells.length > 0) this.events.onRow(this.cells);
    this.cell = [];
    this.cells = [];
  }

  end(format: ParagraphFormat): void {
    if (this.pieces.length > 0 || this.boxed.length > 0 || this.notes.length > 0) this.endParagraph(format);
    this.endTable();
  }

  private endTable(): void {
    // Paragraphs of a table whose cells never ended are paragraphs.
    if (this.cells.length === 0)
      for (const paragraph of this.cell.splice(0)) this.events.onParagraph(paragraph);
    if (!this.isInTable) return;
    this.isInTable = false;
    this.endRow();
    this.events.onTableEnd();
  }

  private take(format: ParagraphFormat): WordParagraph[] {
    const paragraph: WordParagraph = {
      text: this.pieces.join("").trim(),
      styleId: format.style === null ? null : String(format.style),
      outlineLevel: format.outlineLevel,
      list: { numberingId: this.label === "" ? null : this.label, level: 0 },
      notes: this.notes,
    };
    const taken = [paragraph].concat(this.boxed);
    this.pieces = [];
    this.notes = [];
    this.boxed = [];
    this.label = "";
    return taken;
  }
}
