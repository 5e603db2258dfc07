import { walkXml } from "../xml.ts";
import { openOdfText } from "./odf-text.ts";

/** A text that a master page puts on its pages: a header, a footer, or what is drawn on it. */
interface MasterText {
  master: string;
  text: string;
}

/** Placeholders of a master page only show what to write where, but for these. */
const SHOWN = new Set([undefined, "footer", "header"]);

/** The texts of all master pages; what is filled in on each page, such as its number, is left out. */
export function readMasterTexts(styles: Uint8Array): MasterText[] {
  const texts: MasterText[] = [];
  let master: string | null = null;
  let hintDepth = 0;
  const text = openOdfText({
    onParagraph(paragraph) {
      if (master !== null && hintDepth === 0 && paragraph.text !== "" && !paragraph.hasField) {
        texts.push({ master, text: paragraph.text });
      }
    },
    onComment: () => undefined,
  });
  walkXml(styles, {
    onOpen(name, attributes) {
      text.onOpen(name, attributes);
      if (name === "master-page") master = attributes.name ?? "";
      else if (hintDepth > 0 || name === "notes" || !SHOWN.has(attributes.class)) hintDepth++;
    },
    onText: text.onText,
    onClose(name) {
      text.onClose(name);
      if (name === "master-page") master = null;
      else if (hintDepth > 0) hintDepth--;
    },
  });
  return texts;
}
