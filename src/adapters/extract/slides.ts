import type { ExtractedText, TextPart } from "../../domain/passage.ts";
import { cleanText } from "./clean-text.ts";
import { tooLarge } from "./read-failure.ts";
import type { ReadContext } from "./reader.ts";

/** What is written on one slide. */
export interface Slide {
  title: string | null;
  /** Shapes, tables, charts: each in lines of its own. */
  blocks: string[];
  notes: string[];
}

const MAX_SECTION_LENGTH = 200;

/** Reads slide by slide, each into a part with its number and its title; refuses more slides or text than allowed. */
export function readSlides(
  count: number,
  readSlide: (index: number) => Slide,
  context: ReadContext,
): ExtractedText {
  const { pages, characters } = context.limits;
  if (count > pages) throw tooLarge(`it has more than ${pages} slides`);
  const parts: TextPart[] = [];
  let length = 0;
  for (let index = 0; index < count; index++) {
    const part = partOf(readSlide(index), index + 1);
    length += part.text.length;
    if (length > characters) throw tooLarge(`it holds more than ${characters} characters`);
    parts.push(part);
    context.onPage(index + 1, count);
  }
  return { syntax: "plain", parts, pages: count };
}

function partOf({ title, blocks, notes }: Slide, pageNumber: number): TextPart {
  const line = title === null ? "" : title.replace(/\s+/g, " ").trim();
  const spoken = notes.join("\n").trim();
  const texts = [line, ...blocks, spoken === "" ? "" : `Notes: ${spoken}`];
  const text = texts
    .map((each) => cleanText(each).trim())
    .filter((each) => each !== "")
    .join("\n\n");
  return { text, pageNumber, section: line === "" ? null : line.slice(0, MAX_SECTION_LENGTH) };
}
