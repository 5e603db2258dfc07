import { walkXml } from "../xml.ts";
import type { Zip } from "../zip.ts";
import { openOdfText } from "./odf-text.ts";
import { readIfSound } from "./open-odf.ts";

/** Charts and formulas that a document holds as documents of their own. */
export interface EmbeddedObjects {
  add(path: string): void;
  texts(): string[];
}

const MAX_OBJECTS = 200;

/** Remembers the objects that a document points to, each once. */
export function openEmbeddedObjects(zip: Zip): EmbeddedObjects {
  const paths = new Set<string>();
  return {
    add(path) {
      if (paths.size < MAX_OBJECTS) paths.add(path.replace(/^\.\//, "").replace(/\/$/, ""));
    },
    texts: () =>
      [...paths]
        .map((path) => readObject(readIfSound(zip, `${path}/content.xml`)))
        .filter((text) => text !== ""),
  };
}

const FORMULA_SIGNS = new Set(["mi", "mn", "mo", "mtext"]);

function readObject(content: Uint8Array): string {
  const lines: string[] = [];
  const formula: string[] = [];
  let row: string[] | null = null;
  let isSign = false;
  const text = openOdfText({
    onParagraph(paragraph) {
      if (paragraph.text !== "") (row ?? lines).push(paragraph.text);
    },
    onComment: (comment) => lines.push(comment),
  });
  walkXml(content, {
    onOpen(name, attributes) {
      // The title of a chart is an element with paragraphs, which elsewhere is the title of a picture.
      if (name !== "title") text.onOpen(name, attributes);
      if (name === "table-row") row = [];
      isSign = FORMULA_SIGNS.has(name);
    },
    onText(piece) {
      if (isSign) formula.push(piece.trim());
      else text.onText(piece);
    },
    onClose(name) {
      if (name !== "title") text.onClose(name);
      if (name === "table-row" && row !== null) {
        if (row.length > 0) lines.push(row.join(" | "));
        row = null;
      }
      isSign = false;
    },
  });
  if (formula.length > 0) lines.push(formula.join(" "));
  return lines.join("\n");
}
