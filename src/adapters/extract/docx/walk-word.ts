import { walkXml, type XmlAttributes } from "../xml.ts";

/** A paragraph with what decides its place: its style, its outline level and its list. */
export interface WordParagraph {
  text: string;
  styleId: string | null;
  outlineLevel: number | null;
  list: { numberingId: string | null; level: number | null };
  notes: NoteReference[];
}

export interface NoteReference {
  kind: NoteKind;
  id: string;
}

export type NoteKind = "footnote" | "endnote" | "comment";

/** What a part of a Word document consists of. Rows are those of outermost tables, a cell is its paragraphs. */
export interface WordEvents {
  onParagraph(paragraph: WordParagraph): void;
  onRow(cells: WordParagraph[][]): void;
  onTableEnd(): void;
  onNote(reference: NoteReference, author: string | null, paragraphs: WordParagraph[]): void;
}

/** Reads the body of a document, its notes, a header or a footer: they all speak the same language. */
export function walkWord(bytes: Uint8Array, events: WordEvents): void {
  const walker = new WordWalker(events);
  walkXml(bytes, {
    onOpen: (name, attributes) => walker.open(name, attributes),
    onClose: (name) => walker.close(name),
    onText: (text) => walker.text(text),
  });
  walker.end();
}

interface OpenParagraph extends WordParagraph {
  pieces: string[];
  /** Paragraphs of text boxes anchored here; they follow this one. */
  boxed: WordParagraph[];
}

type Container =
  | { kind: "box"; paragraphs: WordParagraph[] }
  | { kind: "cell"; paragraphs: WordParagraph[] }
  | { kind: "note"; paragraphs: WordParagraph[]; reference: NoteReference; author: string | null }
  | { kind: "row"; cells: WordParagraph[][] };

/** Subtrees that hold what was deleted, moved away, is a former state, or only helps to pronounce. */
const SKIPPED = new Set(["del", "moveFrom", "pPrChange", "rPrChange", "sectPr", "tblPrChange", "rt"]);
const NOTES: Readonly<Record<string, NoteKind>> = {
  footnote: "footnote",
  endnote: "endnote",
  comment: "comment",
};
const REFERENCES: Readonly<Record<string, NoteKind>> = {
  footnoteReference: "footnote",
  endnoteReference: "endnote",
  commentReference: "comment",
};

class WordWalker {
  private readonly events: WordEvents;
  private readonly paragraphs: OpenParagraph[] = [];
  private readonly containers: Container[] = [];
  private readonly choices: { isTaken: boolean }[] = [];
  private skippedDepth = 0;
  private textDepth = 0;
  private propertiesDepth = 0;

  constructor(events: WordEvents) {
    this.events = events;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.skippedDepth > 0 || this.isSkipped(name)) {
      this.skippedDepth++;
      return;
    }
    if (this.propertiesDepth > 0) this.openProperty(name, attributes);
    else if (name === "p") this.paragraphs.push(newParagraph());
    else if (name === "t") this.textDepth++;
    else if (name === "tr") this.containers.push({ kind: "row", cells: [] });
    else if (name === "tc") this.containers.push({ kind: "cell", paragraphs: [] });
    else if (name === "txbxContent") this.containers.push({ kind: "box", paragraphs: [] });
    else if (name === "AlternateContent") this.choices.push({ isTaken: false });
    else if (name in NOTES) this.openNote(name, attributes);
    else if (name in REFERENCES) this.addReference(name, attributes);
    else this.openInline(name);
    if (name === "pPr") this.propertiesDepth++;
  }

  close(name: string): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth--;
      return;
    }
    if (name === "pPr") this.propertiesDepth--;
    else if (this.propertiesDepth > 0) return;
    else if (name === "p") this.closeParagraph();
    else if (name === "t") this.textDepth--;
    else if (name === "tr" || name === "tc" || name === "txbxContent" || name in NOTES) this.closeContainer();
    else if (name === "tbl" && this.containers.length === 0) this.events.onTableEnd();
    else if (name === "AlternateContent") this.choices.pop();
  }

  text(text: string): void {
    if (this.textDepth > 0 && this.skippedDepth === 0) this.paragraphs.at(-1)?.pieces.push(text);
  }

  /** Gives out what a damaged document left open. */
  end(): void {
    while (this.paragraphs.length > 0) this.closeParagraph();
    while (this.containers.length > 0) this.closeContainer();
  }

  private isSkipped(name: string): boolean {
    if (name !== "Choice" && name !== "Fallback") return SKIPPED.has(name);
    const choice = this.choices.at(-1);
    if (choice === undefined) return false;
    const isSkipped = choice.isTaken;
    choice.isTaken = true;
    return isSkipped;
  }

  private openProperty(name: string, attributes: XmlAttributes): void {
    const paragraph = this.paragraphs.at(-1);
    const value = attributes.val;
    if (paragraph === undefined || value === undefined) return;
    if (name === "pStyle") paragraph.styleId = value;
    else if (name === "outlineLvl") paragraph.outlineLevel = Number.parseInt(value, 10);
    else if (name === "numId") paragraph.list.numberingId = value;
    else if (name === "ilvl") paragraph.list.level = Number.parseInt(value, 10);
  }

  private openInline(name: string): void {
    const pieces = this.paragraphs.at(-1)?.pieces;
    if (pieces === undefined) return;
    if (name === "tab" || name === "ptab") pieces.push("\t");
    else if (name === "br" || name === "cr") pieces.push("\n");
    else if (name === "noBreakHyphen") pieces.push("\u2011");
  }

  private openNote(name: string, attributes: XmlAttributes): void {
    const kind = NOTES[name] ?? "footnote";
    this.containers.push({
      kind: "note",
      paragraphs: [],
      reference: { kind, id: attributes.id ?? "" },
      author: attributes.author ?? null,
    });
  }

  private addReference(name: string, attributes: XmlAttributes): void {
    const kind = REFERENCES[name];
    if (kind === undefined || attributes.id === undefined) return;
    this.paragraphs.at(-1)?.notes.push({ kind, id: attributes.id });
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (paragraph === undefined) return;
    const { pieces, boxed, ...rest } = paragraph;
    this.deliver({ ...rest, text: pieces.join("").trim() });
    for (const inner of boxed) this.deliver(inner);
  }

  private closeContainer(): void {
    const container = this.containers.pop();
    if (container?.kind === "box") {
      const anchor = this.paragraphs.at(-1);
      if (anchor !== undefined) anchor.boxed.push(...container.paragraphs);
      else for (const paragraph of container.paragraphs) this.deliver(paragraph);
    } else if (container?.kind === "cell") {
      const row = this.containers.at(-1);
      if (row?.kind === "row") row.cells.push(container.paragraphs);
    } else if (container?.kind === "row") this.deliverRow(container.cells);
    else if (container?.kind === "note") {
      this.events.onNote(container.reference, container.author, container.paragraphs);
    }
  }

  private deliver(paragraph: WordParagraph): void {
    const container = this.containers.at(-1);
    if (container === undefined) this.events.onParagraph(paragraph);
    else if (container.kind !== "row") container.paragraphs.push(paragraph);
  }

  private deliverRow(cells: WordParagraph[][]): void {
    if (this.containers.length === 0) this.events.onRow(cells);
    else for (const paragraph of cells.flat()) this.deliver(paragraph);
  }
}

function newParagraph(): OpenParagraph {
  return {
    text: "",
    styleId: null,
    outlineLevel: null,
    list: { numberingId: null, level: null },
    notes: [],
    pieces: [],
    boxed: [],
  };
}
