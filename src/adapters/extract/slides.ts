import type { ExtractedText, TextPart } from "../../domain/passage.ts";
import { cleanText } from "./clean-text.ts";
import { type EmbeddedFile, readEmbeddedFile } from "./embedded-objects.ts";
import { tooLarge } from "./read-failure.ts";
import type { ReadContext } from "./reader.ts";

/** What is written on one slide. */
export interface Slide {
  title: string | null;
  /** Shapes, tables, charts: each in lines of its own. */
  blocks: string[];
  notes: string[];
  /** What other programs put into it. */
  files: EmbeddedFile[];
}

const MAX_SECTION_LENGTH = 200;

/** Reads slide by slide, each into a part with its number and its title; refuses more slides or text than allowed. */
export async function readSlides(
  count: number,
  readSlide: (index: number) => Slide,
  context: ReadContext,
): Promise<ExtractedText> {
  const { pages, characters } = context.limits;
  if (count > pages) throw tooLarge(`it has more than ${pages} slides`);
  const parts: TextPart[] = [];
  let length = 0;
  for (let index = 0; index < count; index++) {
    const slide = readSlide(index);
    const part = partOf(
      { ...slide, blocks: [...slide.blocks, ...(await textsOfFiles(slide, context))] },
      index + 1,
    );
    length += part.text.length;
    if (length > characters) throw tooLarge(`it holds more than ${characters} characters`);
    parts.push(part);
    context.onPage(index + 1, count);
  }
  return { syntax: "plain", parts, pages: count };
}

/** The lines of embedded files that the slide does not show already. */
async function textsOfFiles({ title, blocks, files }: Slide, context: ReadContext): Promise<string[]> {
  const shown = new Set(
    [title ?? "", ...blocks].flatMap((block) => block.split("\n").map((line) => line.trim())),
  );
  const texts: string[] = [];
  for (const file of files) {
    const lines = cleanText(await readEmbeddedFile(file, context)).split("\n");
    texts.push(lines.filter((line) => line.trim() === "" || !shown.has(line.trim())).join("\n"));
  }
  return texts;
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
