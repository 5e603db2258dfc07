import type { ExtractedText } from "../../../domain/passage.ts";
import { type DrawnShape, readDrawnShapes } from "../drawing-shapes.ts";
import { readDrawingTexts } from "../drawing-texts.ts";
import type { EmbeddedFile } from "../embedded-objects.ts";
import { mainPartOf, type RelatedParts, readSidePart, relatedPartsOf } from "../office-parts.ts";
import { openPictureTexts } from "../picture-texts.ts";
import { corrupt } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { readSlides, type Slide } from "../slides.ts";
import { walkXml } from "../xml.ts";
import { openZip, type Zip } from "../zip.ts";
import { readComments } from "./comments.ts";

/** Reads a presentation slide by slide, in the order in which it is shown. */
export async function readPptx(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const zip = openZip(bytes, context.limits.inflatedBytes);
  const main = mainPartOf(zip) ?? "ppt/presentation.xml";
  const slides = slidePaths(zip, main);
  if (slides.length === 0 && !zip.has(main)) {
    throw corrupt("a PowerPoint presentation: its slides are missing");
  }
  const readSlide = openSlideReader(zip);
  return readSlides(slides.length, (index) => readSlide(slides[index] ?? ""), context);
}

/** The slides in the presentation's order; where it does not tell one, in the order of their names. */
function slidePaths(zip: Zip, main: string): string[] {
  const related = relatedPartsOf(zip, main);
  const ordered: string[] = [];
  for (const bytes of zip.has(main) ? readSidePart(zip, main) : []) {
    walkXml(bytes, {
      onOpen(name, attributes) {
        const path = name === "sldId" ? related.pathOf(attributes.id ?? "") : null;
        if (path !== null) ordered.push(path);
      },
      onClose: () => undefined,
    });
  }
  if (ordered.length > 0) return ordered;
  const numberOf = (path: string) => Number(/(\d+)\.xml$/.exec(path)?.[1] ?? 0);
  return zip.names
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

const TITLES: readonly (string | null)[] = ["title", "ctrTitle"];
/** Placeholders that a slide fills from the presentation's settings. */
const FILLED_IN: readonly (string | null)[] = ["sldNum", "dt", "sldImg", "hdr"];

function openSlideReader(zip: Zip): (path: string) => Slide {
  const seenTemplates = new Set<string>();
  const readPictures = openPictureTexts(zip);

  function shapesAt(path: string): DrawnShape[] {
    return readSidePart(zip, path).flatMap(readDrawnShapes);
  }

  /** What a layout and its master write on every slide is taken with the first of them. */
  function templateTexts(related: RelatedParts, type: string): string[] {
    return related.paths(type).flatMap((template) => {
      if (seenTemplates.has(template)) return [];
      seenTemplates.add(template);
      const own = shapesAt(template).filter(({ placeholder }) => placeholder === null);
      return [...own.map(textOf), ...templateTexts(relatedPartsOf(zip, template), "slideMaster")];
    });
  }

  function filesOf(related: RelatedParts): EmbeddedFile[] {
    return [...related.paths("package"), ...related.paths("oleObject")].flatMap((path) =>
      readSidePart(zip, path).map((bytes) => ({ name: path, bytes })),
    );
  }

  return (path) => {
    const related = relatedPartsOf(zip, path);
    const shapes = shapesAt(path).filter(({ placeholder }) => !FILLED_IN.includes(placeholder));
    const title = shapes.find(({ placeholder }) => TITLES.includes(placeholder));
    const notes = related
      .paths("notesSlide")
      .flatMap(shapesAt)
      .filter(({ placeholder }) => !FILLED_IN.includes(placeholder));
    return {
      title: title === undefined ? null : textOf(title),
      blocks: [
        ...shapes.filter((shape) => shape !== title).map(textOf),
        ...readDrawingTexts(related),
        ...readPictures(related),
        ...templateTexts(related, "slideLayout"),
        ...readComments(related),
      ],
      notes: notes.map(textOf),
      files: filesOf(related),
    };
  };
}

function textOf({ lines }: DrawnShape): string {
  return lines.join("\n");
}
