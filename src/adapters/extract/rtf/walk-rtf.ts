import iconv from "iconv-lite";
import type { NoteReference, WordEvents, WordParagraph } from "../docx/walk-word.ts";
import { CHARACTERS, DESTINATIONS, type Destination, SKIPPED, SYMBOLS, TRANSPARENT } from "./destinations.ts";
import { openRtfEncodings } from "./encodings.ts";
import { type ParagraphFormat, RtfStory } from "./rtf-story.ts";
import type { RtfStyle } from "./style-table.ts";
import { type RtfToken, readTokens } from "./tokens.ts";

/** What is found beside the body: headers, and the styles, which stand in front of all text. */
interface RtfEvents extends WordEvents {
  onHeader(text: string): void;
  onStyle(id: string, style: RtfStyle): void;
}

/** Walks through rich text. A paragraph's list is named by its label, for the file says every label. */
export function walkRtf(bytes: Uint8Array, events: RtfEvents): void {
  const walker = new RtfWalker(events);
  for (const token of readTokens(bytes)) walker.take(token);
  walker.end();
}

/** What a group inherits from the group around it. */
interface GroupState extends ParagraphFormat {
  destination: Destination;
  font: number | null;
  /** How many characters stand behind a Unicode character for readers that know none. */
  substitutes: number;
  isDeleted: boolean;
  /** Whether this group began the destination, and ends it with itself. */
  isOwner: boolean;
}

/** Groups deeper than this share one state. */
const MAX_DEPTH = 2_000;
const BODY: GroupState = {
  destination: "text",
  font: null,
  substitutes: 1,
  isDeleted: false,
  isOwner: false,
  style: null,
  outlineLevel: null,
  isInTable: false,
};

class RtfWalker {
  private readonly events: RtfEvents;
  private readonly encodings = openRtfEncodings();
  private readonly states: GroupState[] = [];
  private state: GroupState = { ...BODY };
  private readonly stories: { story: RtfStory; paragraphs: WordParagraph[] }[] = [];
  private pending: number[] = [];
  private toSkip = 0;
  /** Whether nothing has been read since the group began, and whether it then said that it may be ignored. */
  private isGroupStart = false;
  private isIgnorable = false;
  /** Text of a table of fonts or styles, of a label or of an author: what is written apart from stories. */
  private aside: string[] = [];
  private style: { id: number | null; outlineLevel: number | null } = { id: null, outlineLevel: null };
  private author = "";
  private noteCount = 0;

  constructor(events: RtfEvents) {
    this.events = events;
    this.stories.push({ story: new RtfStory(events), paragraphs: [] });
  }

  take(token: RtfToken): void {
    if (token.kind === "open" || token.kind === "close") {
      this.toSkip = 0;
      if (token.kind === "open") this.openGroup();
      else this.closeGroup();
    } else if (token.kind === "bytes") this.takeBytes(token.bytes);
    else if (this.toSkip > 0 && !(token.kind === "word" && token.name === "u")) this.toSkip--;
    else if (token.kind === "byte") this.takeByte(token.byte);
    else if (token.kind === "symbol") this.takeSymbol(token.sign);
    else this.takeWord(token.name, token.value);
    this.isGroupStart = token.kind === "open";
  }

  end(): void {
    while (this.states.length > 0) this.closeGroup();
    this.flush();
    this.stories[0]?.story.end(this.state);
  }

  private openGroup(): void {
    this.flush();
    this.isIgnorable = false;
    this.states.push(this.state);
    if (this.states.length <= MAX_DEPTH) this.state = { ...this.state, isOwner: false };
  }

  private closeGroup(): void {
    this.flush();
    this.isIgnorable = false;
    const outer = this.states.pop();
    if (outer === undefined) return;
    if (this.state.isOwner) this.endDestination(outer);
    else if (this.state.destination === "styles") this.endStyle();
    this.state = outer;
  }

  private takeBytes(bytes: Uint8Array): void {
    const start = Math.min(this.toSkip, bytes.length);
    this.toSkip -= start;
    if (this.state.destination === "skip" || this.state.isDeleted) return;
    for (let at = start; at < bytes.length; at++) this.pending.push(bytes[at] ?? 0);
  }

  private takeByte(byte: number): void {
    if (this.state.destination !== "skip" && !this.state.isDeleted) this.pending.push(byte);
  }

  private takeSymbol(sign: string): void {
    if (sign === "*") this.isIgnorable = this.isGroupStart;
    else if (sign === "\n" || sign === "\r") this.takeWord("par", null);
    else this.write(SYMBOLS[sign] ?? "");
  }

  private takeWord(name: string, value: number | null): void {
    this.flush();
    const destination =
      this.isIgnorable || name in DESTINATIONS || SKIPPED.has(name) ? this.destinationOf(name) : null;
    this.isIgnorable = false;
    if (destination !== null) this.beginDestination(destination);
    else if (name === "ud" && this.state.destination === "skip") this.state.destination = "text";
    else if (name === "u") this.takeUnicode(value ?? 0);
    else if (name in CHARACTERS) this.write(CHARACTERS[name] ?? "");
    else if (!this.takeBreak(name)) this.takeFormat(name, value);
  }

  private destinationOf(name: string): Destination | null {
    // What is passed over stays so, but for the Unicode half of a text that is there twice.
    if (this.state.destination === "skip") return null;
    const known = DESTINATIONS[name];
    if (known !== undefined) return known;
    return SKIPPED.has(name) || !TRANSPARENT.has(name) ? "skip" : null;
  }

  private takeUnicode(value: number): void {
    this.toSkip = this.state.substitutes;
    const code = value < 0 ? value + 65_536 : value;
    // Private characters are signs of a symbol font; only the bullet among them is common.
    if (code >= 0xe000 && code <= 0xf8ff) this.write(code === 0xf0b7 ? "\u2022" : "");
    else if (code > 0 && code <= 0xffff) this.write(String.fromCharCode(code));
  }

  private takeBreak(name: string): boolean {
    const isText = this.state.destination !== "skip" && !isAside(this.state.destination);
    const story = this.stories.at(-1)?.story;
    if (name === "par" || name === "sect" || name === "nestcell" || name === "nestrow") {
      if (isText) story?.endParagraph(this.state);
    } else if (name === "cell") {
      if (isText) story?.endCell(this.state);
    } else if (name === "row") {
      if (isText) story?.endRow();
    } else return false;
    return true;
  }

  private takeFormat(name: string, value: number | null): void {
    const { state, encodings } = this;
    if (name === "f") state.font = value;
    else if (name === "uc") state.substitutes = Math.max(0, value ?? 1);
    else if (name === "pard") Object.assign(state, { style: null, outlineLevel: null, isInTable: false });
    else if (name === "plain") Object.assign(state, { font: null, isDeleted: false });
    else if (name === "intbl") state.isInTable = true;
    else if (name === "deleted") state.isDeleted = value !== 0;
    else if (name === "s") this.setStyle(value);
    else if (name === "outlinelevel") this.setOutlineLevel(value);
    else if (name === "deff") encodings.setDefaultFont(value ?? 0);
    else if (name === "fcharset" && state.font !== null) encodings.setFont(state.font, value ?? 0);
    else if (name === "cpg" && state.font !== null) encodings.setFontCodePage(state.font, value ?? 0);
    else encodings.setDocument(name, value);
  }

  private setStyle(value: number | null): void {
    if (this.state.destination === "styles") this.style.id = value;
    else this.state.style = value;
  }

  private setOutlineLevel(value: number | null): void {
    if (this.state.destination === "styles") this.style.outlineLevel = value;
    else this.state.outlineLevel = value;
  }

  private beginDestination(destination: Destination): void {
    if (this.states.length === 0) return;
    this.state.destination = destination;
    this.state.isOwner = true;
    if (isAside(destination)) this.aside = [];
    else if (destination !== "skip") {
      Object.assign(this.state, { isInTable: false, style: null, outlineLevel: null });
      const paragraphs: WordParagraph[] = [];
      const story = new RtfStory({
        onParagraph: (paragraph) => paragraphs.push(paragraph),
        onRow: (cells) => {
          for (const paragraph of cells.flat()) paragraphs.push(paragraph);
        },
        onTableEnd: () => undefined,
        onNote: () => undefined,
      });
      this.stories.push({ story, paragraphs });
    }
  }

  private endDestination(outer: GroupState): void {
    const { destination } = this.state;
    const text = this.aside.join("");
    if (destination === "styles") this.endStyle();
    else if (destination === "label" && outer.destination !== "skip")
      this.stories.at(-1)?.story.setLabel(text);
    else if (destination === "author") this.author = text.trim();
    if (isAside(destination)) this.aside = [];
    else if (destination !== "skip" && this.stories.length > 1) this.endStory(destination);
  }

  private endStory(destination: Destination): void {
    const ended = this.stories.pop();
    const outer = this.stories.at(-1)?.story;
    if (ended === undefined || outer === undefined) return;
    ended.story.end(this.state);
    const { paragraphs } = ended;
    if (destination === "box") outer.addBoxed(paragraphs);
    else if (destination === "header") for (const { text } of paragraphs) this.events.onHeader(text);
    else {
      const reference: NoteReference = {
        kind: destination === "comment" ? "comment" : "footnote",
        id: String(this.noteCount++),
      };
      this.events.onNote(reference, destination === "comment" ? this.author : null, paragraphs);
      outer.addNote(reference);
    }
  }

  /** A style's group holds its number and its name; the number is missing for the standard style. */
  private endStyle(): void {
    const name = this.aside.join("").replace(/;.*$/s, "").trim();
    if (this.style.id !== null) {
      this.events.onStyle(String(this.style.id), { name, outlineLevel: this.style.outlineLevel });
    }
    this.aside = [];
    this.style = { id: null, outlineLevel: null };
  }

  private flush(): void {
    if (this.pending.length === 0) return;
    const text = iconv.decode(Buffer.from(this.pending), this.encodings.of(this.state.font));
    this.pending = [];
    this.write(text);
  }

  private write(text: string): void {
    const { destination, isDeleted } = this.state;
    if (text === "" || destination === "skip" || isDeleted) return;
    if (this.pending.length > 0) this.flush();
    if (isAside(destination)) this.aside.push(text);
    else this.stories.at(-1)?.story.add(text);
  }
}

function isAside(destination: Destination): boolean {
  return (
    destination === "fonts" || destination === "styles" || destination === "label" || destination === "author"
  );
}
