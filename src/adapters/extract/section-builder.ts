import type { TextPart } from "../../domain/passage.ts";
import { cleanText } from "./clean-text.ts";
import { tooLarge } from "./read-failure.ts";

/** Collects the lines of a document that has headings, and cuts them into one part for each section. */
export interface SectionBuilder {
  /** Adds the title of the whole document, which opens no section but shares the part of the heading below it. */
  addTitle(title: string): void;
  /** Opens a section below the nearest heading of a smaller level; the title is also the section's first line. */
  addHeading(level: number, title: string): void;
  /** Adds text after a newline, or after an empty line where it begins a paragraph. */
  add(text: string, gap: Gap): void;
  /** Leaves all headings: what follows belongs to no section. */
  leaveSections(): void;
  /** The parts in order, none of them empty. */
  build(): TextPart[];
}

export type Gap = "line" | "paragraph";

/** Headings beyond this many are plain lines, so that no file can make a million parts. */
const MAX_PARTS = 10_000;
const MAX_TITLE_LENGTH = 200;

/** A builder that refuses to hold more than the given number of characters. */
export function openSectionBuilder(maxCharacters: number): SectionBuilder {
  const parts: TextPart[] = [];
  const headings: { level: number; title: string }[] = [];
  let pieces: string[] = [];
  let characters = 0;
  let hasBody = false;

  function append(text: string, gap: Gap): void {
    characters += text.length + 2;
    if (characters > maxCharacters) throw tooLarge(`it holds more than ${maxCharacters} characters`);
    if (pieces.length > 0) pieces.push(gap === "line" ? "\n" : "\n\n");
    pieces.push(text);
  }

  function flush(): void {
    const text = cleanText(pieces.join("")).replace(/^\n+|\s+$/g, "");
    if (text !== "") {
      const section = headings.map((heading) => heading.title).join(" > ");
      parts.push({ text, pageNumber: null, section: section === "" ? null : section });
    }
    pieces = [];
    hasBody = false;
  }

  return {
    addTitle(title) {
      append(title, "paragraph");
    },
    addHeading(level, rawTitle) {
      const title = rawTitle.replace(/\s+/g, " ").trim();
      if (title === "") return;
      if (parts.length >= MAX_PARTS || title.length > MAX_TITLE_LENGTH) {
        append(title, "paragraph");
        hasBody = true;
        return;
      }
      // A heading directly above a deeper one has no text of its own: both begin the same part.
      if (hasBody || (headings.at(-1)?.level ?? -1) >= level) flush();
      while ((headings.at(-1)?.level ?? -1) >= level) headings.pop();
      headings.push({ level, title });
      if (pieces.at(-1) !== title) append(title, "paragraph");
    },
    add(text, gap) {
      append(text, gap);
      hasBody ||= text.trim() !== "";
    },
    leaveSections() {
      flush();
      headings.length = 0;
    },
    build() {
      flush();
      return parts;
    },
  };
}
