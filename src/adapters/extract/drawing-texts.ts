import type { RelatedParts } from "./office-parts.ts";
import { walkXml } from "./xml.ts";

/** The words and numbers of the document's charts and diagrams, one text for each of them. */
export function readDrawingTexts(related: RelatedParts): string[] {
  return [
    ...[...related.all("chart"), ...related.all("diagramData")].map((bytes) => readDrawing(bytes, TEXTS)),
    ...related.all("chartEx").map((bytes) => readDrawing(bytes, NEWER_TEXTS)),
  ].filter((text) => text !== "");
}

/** Elements that hold one line: a paragraph, or the points of a series. */
const LINES = new Set(["p", "tx", "cat", "val", "xVal", "yVal", "bubbleSize", "lvl"]);
/** Elements that hold words or a number; charts of newer kinds have their points in `pt`. */
const TEXTS = new Set(["t", "v"]);
const NEWER_TEXTS = new Set(["t", "v", "pt"]);

function readDrawing(bytes: Uint8Array, texts: ReadonlySet<string>): string {
  const lines: string[] = [];
  let line: string[] = [];
  let text: string | null = null;
  function endLine(separator: string): void {
    if (line.length > 0) lines.push(line.join(separator));
    line = [];
  }
  walkXml(bytes, {
    onOpen(name) {
      if (texts.has(name)) text = "";
    },
    onText(piece) {
      if (text !== null) text += piece;
    },
    onClose(name) {
      if (texts.has(name) && text !== null) {
        if (text.trim() !== "") line.push(text.trim());
        text = null;
      } else if (LINES.has(name)) endLine(name === "p" ? "" : " | ");
    },
  });
  endLine(" ");
  return lines.join("\n");
}
