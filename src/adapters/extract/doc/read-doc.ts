import type { ExtractedText } from "../../../domain/passage.ts";
import { BodyWriter, noteKeyOf } from "../docx/body-writer.ts";
import type { NoteKind, NoteReference, WordEvents } from "../docx/walk-word.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { readListTables } from "./list-tables.ts";
import { readStyleSheet } from "./style-sheet.ts";
import { openStoryWalker, type StoryWalker } from "./walk-story.ts";
import { openWordFile, type Story, viewOf, type WordFile } from "./word-file.ts";

/** Reads a Word 97-2003 document in the same order as a newer one, and the plain text of Word 6 and 95. */
export async function readDoc(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const { limits } = context;
  const file = openWordFile(bytes, limits.characters);
  const notes = findNotes(file);
  const walker = openStoryWalker(file, new Map(notes.map((note) => [note.position, note.reference])));
  const builder = openSectionBuilder(limits.characters);
  const writer = new BodyWriter({
    builder,
    styles: readStyleSheet(file),
    numbering: readListTables(file),
    notes: readNotes(notes, walker),
  });
  walker.walk("body", writer);
  builder.leaveSections();
  walker.walk("boxes", writer);
  for (const text of readHeadersAndFooters(walker)) builder.add(text, "line");
  return { syntax: "plain", parts: builder.build(), pages: null };
}

interface Note {
  position: number;
  reference: NoteReference;
  start: number;
  end: number;
}

/** Where each kind of note is kept: the table of its references, the table of its texts, and its story. */
const NOTES: readonly {
  kind: NoteKind;
  story: Story;
  references: number;
  texts: number;
  extraBytes: number;
}[] = [
  { kind: "footnote", story: "footnotes", references: 2, texts: 3, extraBytes: 2 },
  { kind: "comment", story: "comments", references: 4, texts: 5, extraBytes: 30 },
  { kind: "endnote", story: "endnotes", references: 46, texts: 47, extraBytes: 2 },
];

function findNotes(file: WordFile): Note[] {
  return NOTES.flatMap(({ kind, story, references, texts, extraBytes }) => {
    const { start, end } = file.stories[story];
    const anchors = positionsIn(file.table(references), extraBytes);
    const bounds = positionsIn(file.table(texts), 0);
    return anchors.slice(0, -1).map((position, index) => ({
      position,
      reference: { kind, id: String(index) },
      start: start + (bounds[index] ?? end),
      end: Math.min(end, start + (bounds[index + 1] ?? 0)),
    }));
  });
}

/** The positions that a table begins with; each but the last has so many further bytes behind them. */
function positionsIn(table: Uint8Array, extraBytes: number): number[] {
  const view = viewOf(table);
  const count = Math.floor((table.length - 4) / (4 + extraBytes)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => view.getUint32(index * 4, true));
}

function readNotes(notes: readonly Note[], walker: StoryWalker): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { reference, start, end } of notes) {
    const paragraphs = walker.paragraphsBetween(start, end);
    const text = paragraphs
      .map((paragraph) => paragraph.text)
      .filter(Boolean)
      .join(" ");
    if (text !== "")
      texts.set(noteKeyOf(reference), reference.kind === "comment" ? `[Comment: ${text}]` : text);
  }
  return texts;
}

/** The texts of all headers and footers, each once. */
function readHeadersAndFooters(walker: StoryWalker): Set<string> {
  const texts = new Set<string>();
  const collector: WordEvents = {
    onParagraph: ({ text }) => {
      if (text !== "") texts.add(text);
    },
    onRow: (cells) => {
      const row = cells.map((cell) =>
        cell
          .map(({ text }) => text)
          .filter(Boolean)
          .join(" "),
      );
      const text = row.filter(Boolean).join(" | ");
      if (text !== "") texts.add(text);
    },
    onTableEnd: () => undefined,
    onNote: () => undefined,
  };
  walker.walk("headers", collector);
  walker.walk("headerBoxes", collector);
  return texts;
}
