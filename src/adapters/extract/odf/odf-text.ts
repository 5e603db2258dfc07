import type { XmlAttributes, XmlHandler } from "../xml.ts";

/** A paragraph or a heading, with the notes and comments inside it. */
export interface OdfParagraph {
  text: string;
  styleName: string | null;
  /** From 1; null where it is no heading. */
  headingLevel: number | null;
  notes: string[];
  comments: string[];
  /** Whether a page number, a date or the like is filled into it. */
  hasField: boolean;
}

interface OdfTextEvents {
  onParagraph(paragraph: OdfParagraph): void;
  /** A comment outside every paragraph, as cells have them. */
  onComment(comment: string): void;
}

/** A handler of XML that is also to be asked whether it passes over what is being read. */
interface OdfText extends Required<XmlHandler> {
  readonly isSkipping: boolean;
}

/** Subtrees that are no text of the document: former versions, settings, descriptions, aids to pronounce. */
const SKIPPED = new Set(
  "tracked-changes ruby-text forms note-citation automatic-styles font-face-decls scripts settings title desc".split(
    " ",
  ),
);
const FIELDS = new Set(
  "page-number page-count sheet-name date time file-name header footer date-time author-name".split(" "),
);

/** Elements inside which `title` is the title of the document, filled in, and not that of a picture. */
const INLINE = new Set(["p", "h", "span", "a"]);

interface OpenParagraph extends OdfParagraph {
  pieces: string[];
  boxed: OdfParagraph[];
}

interface OpenNote {
  kind: "note" | "annotation";
  author: string;
  texts: string[];
  /** How many paragraphs were open around it. */
  depth: number;
}

/** Collects paragraphs. Those of a text box follow the paragraph that it is anchored to. */
export function openOdfText(events: OdfTextEvents): OdfText {
  const paragraphs: OpenParagraph[] = [];
  const notes: OpenNote[] = [];
  const elements: string[] = [];
  let skippedDepth = 0;
  let isAuthor = false;
  let isDate = false;

  function openInline(name: string, attributes: XmlAttributes): void {
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "s")
      paragraph.pieces.push(" ".repeat(Math.min(20, Number.parseInt(attributes.c ?? "1", 10) || 1)));
    else if (name === "tab") paragraph.pieces.push("\t");
    else if (name === "line-break") paragraph.pieces.push("\n");
    else if (FIELDS.has(name)) paragraph.hasField = true;
  }

  function closeParagraph(): void {
    const open = paragraphs.pop();
    if (open === undefined) return;
    const { pieces, boxed, ...rest } = open;
    const paragraph = { ...rest, text: pieces.join("").trim() };
    const all = [paragraph].concat(boxed);
    const note = notes.at(-1);
    const anchor = paragraphs.at(-1);
    if (note !== undefined && paragraphs.length === note.depth) {
      if (paragraph.text !== "") note.texts.push(paragraph.text);
    } else if (anchor !== undefined) for (const each of all) anchor.boxed.push(each);
    else for (const each of all) events.onParagraph(each);
  }

  function closeNote(): void {
    const note = notes.pop();
    const text = note?.texts.join(" ") ?? "";
    if (note === undefined || text === "") return;
    const anchor = paragraphs.at(-1);
    if (note.kind === "note") anchor?.notes.push(text);
    else {
      const comment = `[Comment${note.author === "" ? "" : ` by ${note.author}`}: ${text}]`;
      if (anchor === undefined) events.onComment(comment);
      else anchor.comments.push(comment);
    }
  }

  return {
    get isSkipping() {
      return skippedDepth > 0;
    },
    onOpen(name, attributes) {
      const isTitleField = name === "title" && INLINE.has(elements.at(-1) ?? "");
      if (skippedDepth > 0 || (SKIPPED.has(name) && !isTitleField)) {
        skippedDepth++;
        return;
      }
      elements.push(name);
      const note = notes.at(-1);
      if (name === "p" || name === "h") paragraphs.push(newParagraph(name, attributes));
      else if (name === "note" || name === "annotation") {
        notes.push({ kind: name, author: "", texts: [], depth: paragraphs.length });
      } else if (note?.kind === "annotation" && paragraphs.length === note.depth) {
        isAuthor = name === "creator";
        isDate = name === "date" || name === "date-string" || name === "creator-initials";
      } else openInline(name, attributes);
    },
    onClose(name) {
      if (skippedDepth > 0) {
        skippedDepth--;
        return;
      }
      elements.pop();
      if (name === "p" || name === "h") closeParagraph();
      else if (name === "note" || name === "annotation") closeNote();
      isAuthor = false;
      isDate = false;
    },
    onText(text) {
      if (skippedDepth > 0 || isDate) return;
      const note = notes.at(-1);
      if (isAuthor && note !== undefined) note.author += text.trim();
      else {
        const pieces = paragraphs.at(-1)?.pieces;
        // White space counts once, however the file is indented.
        const collapsed = text.replace(/[ \t\r\n]+/g, " ");
        const isSpaced = pieces?.at(-1)?.endsWith(" ") ?? false;
        pieces?.push(isSpaced ? collapsed.trimStart() : collapsed);
      }
    },
  };
}

function newParagraph(name: string, attributes: XmlAttributes): OpenParagraph {
  return {
    text: "",
    styleName: attributes["style-name"] ?? null,
    headingLevel: name === "h" ? Number.parseInt(attributes["outline-level"] ?? "1", 10) || 1 : null,
    notes: [],
    comments: [],
    hasField: false,
    pieces: [],
    boxed: [],
  };
}
