import type { ExtractedText } from "../../../domain/passage.ts";
import { BodyWriter, noteKeyOf } from "../docx/body-writer.ts";
import type { NoteReference, WordEvents, WordParagraph } from "../docx/walk-word.ts";
import type { WordStyles } from "../docx/word-styles.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { walkXml } from "../xml.ts";
import { openEmbeddedObjects } from "./embedded-objects.ts";
import { readMasterTexts } from "./master-texts.ts";
import { type OdfLists, OUTLINE, openOdfLists } from "./odf-lists.ts";
import { type OdfParagraph, openOdfText } from "./odf-text.ts";
import { openOdf } from "./open-odf.ts";

/** Reads an OpenDocument text: its headings as sections, notes and comments below what they belong to, headers last. */
export async function readOdt(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const { content, styles, zip } = openOdf(bytes, context, "an OpenDocument text");
  const lists = openOdfLists(styles, content);
  const notes = new Map<string, string>();
  const builder = openSectionBuilder(context.limits.characters);
  const writer = new BodyWriter({
    builder,
    styles: readTitleStyles(styles, content),
    numbering: lists.counter,
    notes,
  });
  const objects = openEmbeddedObjects(zip);
  walkBody(content, { events: writer, lists, notes, onObject: objects.add });
  builder.leaveSections();
  for (const text of objects.texts()) builder.add(text, "paragraph");
  for (const text of new Set(readMasterTexts(styles).map((each) => each.text))) builder.add(text, "line");
  return { syntax: "plain", parts: builder.build(), pages: null };
}

interface Body {
  events: WordEvents;
  lists: OdfLists;
  notes: Map<string, string>;
  onObject(path: string): void;
}

const ROWS = "table-row";
const CELLS = new Set(["table-cell", "covered-table-cell"]);

function walkBody(content: Uint8Array, { events, lists, notes, onObject }: Body): void {
  /** Rows that are open, the outermost first; a nested table's cells go into the cell around it. */
  const rows: WordParagraph[][][] = [];
  let tables = 0;
  const text = openOdfText({
    onParagraph(paragraph) {
      const item = paragraph.headingLevel === null ? lists.takeItem() : null;
      const written = toWord(paragraph, item, notes);
      const row = rows.at(0);
      if (row === undefined) events.onParagraph(written);
      else if (row.length > 0) row.at(-1)?.push(written);
      else row.push([written]);
    },
    onComment: () => undefined,
  });
  walkXml(content, {
    onOpen(name, attributes) {
      text.onOpen(name, attributes);
      if (text.isSkipping) return;
      if (name === "list") lists.openList(attributes);
      else if (name === "list-item" || name === "list-header") lists.openItem(name === "list-header");
      else if (name === "table") tables++;
      else if (name === ROWS) rows.push([]);
      else if (CELLS.has(name) && rows.length === 1) rows[0]?.push([]);
      else if (name === "object" && attributes.href !== undefined) onObject(attributes.href);
    },
    onText: text.onText,
    onClose(name) {
      const wasSkipping = text.isSkipping;
      text.onClose(name);
      if (wasSkipping) return;
      if (name === "list") lists.closeList();
      else if (name === ROWS) {
        const row = rows.pop();
        if (rows.length === 0 && row !== undefined) events.onRow(row);
      } else if (name === "table") {
        tables--;
        if (tables === 0) events.onTableEnd();
      }
    },
  });
}

/** The paragraph as Word would have it, its notes put where they are looked up. */
function toWord(
  paragraph: OdfParagraph,
  item: { numberingId: string; level: number } | null,
  notes: Map<string, string>,
): WordParagraph {
  const { headingLevel } = paragraph;
  const references: NoteReference[] = [];
  function refer(kind: NoteReference["kind"], text: string): void {
    const reference = { kind, id: String(notes.size) };
    notes.set(noteKeyOf(reference), text);
    references.push(reference);
  }
  for (const note of paragraph.notes) refer("footnote", note);
  for (const comment of paragraph.comments) refer("comment", comment);
  const heading = headingLevel === null ? null : { numberingId: OUTLINE, level: headingLevel - 1 };
  return {
    text: paragraph.text,
    styleId: paragraph.styleName,
    outlineLevel: headingLevel === null ? null : headingLevel - 1,
    list: heading ?? item ?? { numberingId: null, level: null },
    notes: references,
  };
}

const TITLES = new Set(["Title", "Subtitle"]);

function readTitleStyles(...parts: Uint8Array[]): WordStyles {
  const parents = new Map<string, string>();
  for (const part of parts) {
    walkXml(part, {
      onOpen(name, attributes) {
        const parent = attributes["parent-style-name"];
        if (name === "style" && attributes.name !== undefined && parent !== undefined) {
          parents.set(attributes.name, parent);
        }
      },
      onClose: () => undefined,
    });
  }
  function isTitle(styleName: string): boolean {
    const seen = new Set<string>();
    for (
      let name: string | undefined = styleName;
      name !== undefined && !seen.has(name);
      name = parents.get(name)
    ) {
      if (TITLES.has(name)) return true;
      seen.add(name);
    }
    return false;
  }
  return { outlineLevelOf: () => null, isTitle, listOf: () => null };
}
