import type { NoteReference, WordEvents, WordParagraph } from "../docx/walk-word.ts";
import { characterFormats, type FormattedRange, formatAt, paragraphFormats } from "./formats-of-text.ts";
import { LIST, LIST_LEVEL, numberIn, OUTLINE_LEVEL } from "./style-sheet.ts";
import type { Story, WordFile } from "./word-file.ts";

/** Goes through the stories of a file. */
export interface StoryWalker {
  walk(story: Story, events: WordEvents): void;
  /** The paragraphs between two positions of the text. */
  paragraphsBetween(start: number, end: number): WordParagraph[];
}

const DELETED = 0x0800;
const SYMBOL = 0x6a09;
const ROW_END = 0x2417;
const IN_TABLE = 0x2416;

/** A walker that leaves out what was deleted and the codes of fields; notes are known by the position they hang on. */
export function openStoryWalker(file: WordFile, noteAt: ReadonlyMap<number, NoteReference>): StoryWalker {
  const paragraphs = paragraphFormats(file);
  const odd = characterFormats(file).filter(({ modifiers }) =>
    modifiers.some(({ code, value }) => code === SYMBOL || (code === DELETED && value[0] === 1)),
  );

  function walkRange(start: number, end: number, events: WordEvents): void {
    const collector = new ParagraphCollector(events);
    for (let position = start; position < end; position++) {
      const code = file.text.charCodeAt(position);
      const offset = file.offsetOf(position);
      const format = odd.length === 0 ? null : formatAt(odd, offset);
      const note = noteAt.get(position);
      if (note !== undefined) collector.addNote(note);
      if (format !== null) collector.addOdd(symbolOf(format));
      else if (code === 0x0d || code === 0x07 || code === 0x0c) {
        collector.endParagraph(code, formatAt(paragraphs, offset));
      } else collector.add(code);
    }
    collector.end();
  }

  return {
    walk: (story, events) => walkRange(file.stories[story].start, file.stories[story].end, events),
    paragraphsBetween(start, end) {
      const found: WordParagraph[] = [];
      walkRange(start, Math.min(end, file.text.length), {
        onParagraph: (paragraph) => found.push(paragraph),
        onRow: (cells) => {
          for (const paragraph of cells.flat()) found.push(paragraph);
        },
        onTableEnd: () => undefined,
        onNote: () => undefined,
      });
      return found;
    },
  };
}

/** The character of a symbol font where it means the same in Unicode; nothing for what was deleted. */
function symbolOf({ modifiers }: FormattedRange): string {
  const symbol = modifiers.find(({ code }) => code === SYMBOL)?.value;
  if (symbol === undefined || modifiers.some(({ code, value }) => code === DELETED && value[0] === 1))
    return "";
  const code = (symbol[2] ?? 0) | ((symbol[3] ?? 0) << 8);
  return code < 0x20 || (code >= 0xe000 && code <= 0xf8ff) ? "" : String.fromCharCode(code);
}

/** Characters that stand for something else; the other controls are pictures, references and marks. */
const SPECIAL: Readonly<Record<number, string>> = { 9: "\t", 11: "\n", 14: "\n", 30: "\u2011", 160: " " };
const FIELD_BEGIN = 0x13;
const FIELD_RESULT = 0x14;
const FIELD_END = 0x15;

/** Puts characters together to paragraphs, and paragraphs to rows. */
class ParagraphCollector {
  private readonly events: WordEvents;
  private pieces: string[] = [];
  private notes: NoteReference[] = [];
  /** For each open field, whether its code is being read and not its result. */
  private readonly fields: boolean[] = [];
  private hiddenFields = 0;
  private cell: WordParagraph[] = [];
  private cells: WordParagraph[][] = [];
  private isInTable = false;

  constructor(events: WordEvents) {
    this.events = events;
  }

  add(code: number): void {
    if (code === FIELD_BEGIN) {
      this.fields.push(true);
      this.hiddenFields++;
    } else if (code === FIELD_RESULT) this.showField(this.fields.length - 1);
    else if (code === FIELD_END) {
      this.showField(this.fields.length - 1);
      this.fields.pop();
    } else if (this.hiddenFields === 0) {
      const text = SPECIAL[code] ?? (code < 0x20 ? "" : String.fromCharCode(code));
      if (text !== "") this.pieces.push(text);
    }
  }

  addOdd(text: string): void {
    if (this.hiddenFields === 0 && text !== "") this.pieces.push(text);
  }

  addNote(note: NoteReference): void {
    this.notes.push(note);
  }

  endParagraph(mark: number, format: FormattedRange | null): void {
    if (this.hiddenFields > 0) return;
    const modifiers = format?.modifiers ?? [];
    const isCellEnd = mark === 0x07;
    const isRowEnd = isCellEnd && (numberIn(modifiers, ROW_END) === 1 || (format === null && this.isEmpty()));
    if (isRowEnd) {
      this.take(format);
      this.endRow();
      return;
    }
    const paragraph = this.take(format);
    const isInCell = isCellEnd || numberIn(modifiers, IN_TABLE) === 1;
    if (isInCell) {
      this.isInTable = true;
      this.cell.push(paragraph);
      if (isCellEnd) this.endCell();
    } else {
      this.endTable();
      this.events.onParagraph(paragraph);
    }
  }

  end(): void {
    const rest = this.take(null);
    this.endTable();
    if (rest.text !== "") this.events.onParagraph(rest);
  }

  private showField(index: number): void {
    if (this.fields[index] !== true) return;
    this.fields[index] = false;
    this.hiddenFields--;
  }

  private isEmpty(): boolean {
    return this.pieces.length === 0 && this.cell.length === 0 && this.cells.length > 0;
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = [];
  }

  private endRow(): void {
    if (this.cell.length > 0) this.endCell();
    if (this.cells.length > 0) this.events.onRow(this.cells);
    this.cells = [];
  }

  private endTable(): void {
    if (!this.isInTable) return;
    this.isInTable = false;
    this.endRow();
    this.events.onTableEnd();
  }

  private take(format: FormattedRange | null): WordParagraph {
    const list = numberIn(format?.modifiers ?? [], LIST);
    const paragraph: WordParagraph = {
      text: this.pieces.join("").trim(),
      styleId: format === null ? null : String(format.style),
      outlineLevel: numberIn(format?.modifiers ?? [], OUTLINE_LEVEL),
      list: {
        numberingId: list === null ? null : String(list),
        level: numberIn(format?.modifiers ?? [], LIST_LEVEL),
      },
      notes: this.notes,
    };
    this.pieces = [];
    this.notes = [];
    return paragraph;
  }
}
