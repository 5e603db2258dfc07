import { readDrawnShapes } from "../drawing-shapes.ts";
import { readDrawingTexts } from "../drawing-texts.ts";
import { mainPartOf, readSidePart, relatedPartsOf } from "../office-parts.ts";
import { walkXml } from "../xml.ts";
import type { Zip } from "../zip.ts";

/** The text boxes and charts of each sheet, by the sheet's name. */
export function readSheetDrawings(zip: Zip): Map<string, string[]> {
  const drawings = new Map<string, string[]>();
  const main = mainPartOf(zip) ?? "xl/workbook.xml";
  const related = relatedPartsOf(zip, main);
  for (const bytes of zip.has(main) ? readSidePart(zip, main) : []) {
    walkXml(bytes, {
      onOpen(element, { name, id }) {
        const path = element === "sheet" ? related.pathOf(id ?? "") : null;
        if (path !== null && name !== undefined) drawings.set(name, textsDrawnOn(zip, path));
      },
      onClose: () => undefined,
    });
  }
  return drawings;
}

function textsDrawnOn(zip: Zip, sheet: string): string[] {
  return relatedPartsOf(zip, sheet)
    .paths("drawing")
    .flatMap((path) => [
      ...readSidePart(zip, path)
        .flatMap(readDrawnShapes)
        .map(({ lines }) => lines.join("\n")),
      ...readDrawingTexts(relatedPartsOf(zip, path)),
    ]);
}
