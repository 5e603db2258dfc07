import type { ExtractedText } from "../../../domain/passage.ts";
import type { ReadContext } from "../reader.ts";
import { readSlides, type Slide } from "../slides.ts";
import { walkXml, type XmlAttributes } from "../xml.ts";
import type { Zip } from "../zip.ts";
import { type EmbeddedObjects, openEmbeddedObjects } from "./embedded-objects.ts";
import { readMasterTexts } from "./master-texts.ts";
import { openOdfText } from "./odf-text.ts";
import { type OdfPackage, openOdf } from "./open-odf.ts";
import { openSlideNumbers } from "./slide-numbers.ts";

/** Reads an OpenDocument presentation slide by slide. */
export async function readOdp(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const odf = openOdf(bytes, context, "an OpenDocument presentation");
  const { slides, shared } = collectSlides(odf);
  const seenMasters = new Set<string>();
  const masterTexts = readMasterTexts(odf.styles);

  /** What is the same on every slide of a master is taken with the first of them. */
  function repeatedTexts(master: string): string[] {
    if (seenMasters.has(master)) return [];
    const own = masterTexts.filter((text) => text.master === master).map(({ text }) => text);
    const common = seenMasters.size === 0 ? shared : [];
    seenMasters.add(master);
    return [...own, ...common];
  }

  return readSlides(
    slides.length,
    (index) => {
      const slide = slides[index];
      if (slide === undefined) return { title: null, blocks: [], notes: [], files: [] };
      const { master, objects, ...rest } = slide;
      return { ...rest, blocks: [...slide.blocks, ...objects.texts(), ...repeatedTexts(master)] };
    },
    context,
  );
}

interface OdpSlide extends Slide {
  master: string;
  objects: EmbeddedObjects;
}

/** Elements that hold footers, headers and dates for all slides. */
const DECLARATIONS = new Set(["footer-decl", "header-decl"]);
const SHAPES = new Set(
  "frame custom-shape rect ellipse circle line polyline polygon path connector caption regular-polygon measure".split(
    " ",
  ),
);

function collectSlides({ content, styles, zip }: OdfPackage): { slides: OdpSlide[]; shared: string[] } {
  const slides: OdpSlide[] = [];
  const shared: string[] = [];
  const numbers = openSlideNumbers(styles, content);
  let kind = "";
  let lines: string[] = [];
  let shapeDepth = 0;
  let row: string[] | null = null;
  let cell: string[] | null = null;
  let isNotes = false;
  let declaration: string | null = null;

  const text = openOdfText({
    onParagraph(paragraph) {
      if (paragraph.text !== "" && !paragraph.hasField) {
        (cell ?? lines).push(`${numbers.takeLabel()}${paragraph.text}`);
      }
      for (const comment of paragraph.comments) lines.push(comment);
    },
    onComment: (comment) => slides.at(-1)?.blocks.push(comment),
  });

  function endShape(): void {
    const slide = slides.at(-1);
    if (slide === undefined || lines.length === 0) return;
    if (isNotes) slide.notes.push(...lines);
    else if (kind === "title" && slide.title === null) slide.title = lines.join(" ");
    else slide.blocks.push(lines.join("\n"));
    lines = [];
  }

  function open(name: string, attributes: XmlAttributes): void {
    if (name === "page") slides.push(newSlide(attributes, zip));
    else if (name === "notes") isNotes = true;
    else if (SHAPES.has(name)) {
      if (shapeDepth === 0) {
        kind = attributes.class ?? "";
        numbers.openShape();
      }
      shapeDepth++;
    } else if (name === "list") numbers.openList(attributes);
    else if (name === "list-item") numbers.openItem();
    else if (name === "table-row") row = [];
    else if (name === "table-cell") cell = [];
    else if (name === "covered-table-cell") row?.push("");
    else if (name === "object" && attributes.href !== undefined) slides.at(-1)?.objects.add(attributes.href);
    else if (DECLARATIONS.has(name)) declaration = "";
  }

  function close(name: string): void {
    if (SHAPES.has(name)) {
      shapeDepth--;
      if (shapeDepth === 0) endShape();
    } else if (name === "list") numbers.closeList();
    else if (name === "notes") isNotes = false;
    else if (name === "table-cell" && cell !== null) {
      row?.push(cell.join(" "));
      cell = null;
    } else if (name === "table-row" && row !== null) {
      if (row.some((each) => each !== "")) lines.push(row.join(" | "));
      row = null;
    } else if (DECLARATIONS.has(name) && declaration !== null) {
      if (declaration.trim() !== "") shared.push(declaration.trim());
      declaration = null;
    }
  }

  walkXml(content, {
    onOpen(name, attributes) {
      text.onOpen(name, attributes);
      if (!text.isSkipping) open(name, attributes);
    },
    onText(piece) {
      if (declaration !== null) declaration += piece;
      else text.onText(piece);
    },
    onClose(name) {
      const wasSkipping = text.isSkipping;
      text.onClose(name);
      if (!wasSkipping) close(name);
    },
  });
  return { slides, shared };
}

function newSlide(attributes: XmlAttributes, zip: Zip): OdpSlide {
  return {
    title: null,
    blocks: [],
    notes: [],
    files: [],
    master: attributes["master-page-name"] ?? "",
    objects: openEmbeddedObjects(zip),
  };
}
