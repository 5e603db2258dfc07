import type { ExtractedText } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { readPicture } from "../image/read-image.ts";
import { ReadFailure } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { walkXml } from "../xml.ts";

/** Reads the words of a drawing: its title, its description and the texts in it, else the letters that it shows. */
export async function readSvg(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const text = wordsIn(bytes) || (context.recognizer === null ? "" : await readPicture(bytes, context));
  if (text === "") throw new ReadFailure("empty", "The drawing holds no text.");
  return { syntax: "plain", parts: [{ text, pageNumber: null, section: null }], pages: null };
}

const WORDY = new Set(["title", "desc", "text", "foreignObject"]);
const HIDDEN = new Set(["style", "script"]);

function wordsIn(bytes: Uint8Array): string {
  const lines: string[] = [];
  let line = "";
  let wordyDepth = 0;
  let hiddenDepth = 0;
  walkXml(bytes, {
    onOpen(name, { x, y, dy }) {
      if (WORDY.has(name)) wordyDepth++;
      else if (HIDDEN.has(name)) hiddenDepth++;
      // A piece of a text with a place of its own is a word of its own.
      else if (x !== undefined || y !== undefined || dy !== undefined) line += " ";
    },
    onText(text) {
      if (wordyDepth > 0 && hiddenDepth === 0) line += text;
    },
    onClose(name) {
      if (HIDDEN.has(name)) hiddenDepth--;
      if (!WORDY.has(name) || --wordyDepth > 0) return;
      const trimmed = cleanText(line).replace(/\s+/g, " ").trim();
      if (trimmed !== "") lines.push(trimmed);
      line = "";
    },
  });
  return lines.join("\n");
}
