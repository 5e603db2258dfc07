import type { ExtractedText } from "../../domain/passage.ts";
import { detectType } from "./detect-type.ts";
import { FORMATS } from "./formats.ts";
import { empty, tooLarge, unsupported, wordless } from "./read-failure.ts";
import type { ReadContext } from "./reader.ts";

/** Finds the reader for a file and lets it read; the answer has text in every part, and at least one part. */
export async function readFileText(
  bytes: Uint8Array,
  context: Omit<ReadContext, "readFile">,
): Promise<ExtractedText> {
  if (bytes.length === 0) throw empty();
  const { format, label } = detectType(bytes, context.name, context.limits.inflatedBytes);
  const { load } = FORMATS[format];
  const isUnread = format === "image" && context.recognizer === null;
  if (load === null || isUnread) throw unsupported(label);
  const read = await load();
  const text = await read(bytes, { ...context, readFile: readFileText });
  const parts = text.parts.filter((part) => part.text.trim() !== "");
  if (parts.length === 0) throw format === "text" ? empty() : wordless(label);
  const { characters } = context.limits;
  if (parts.reduce((sum, part) => sum + part.text.length, 0) > characters) {
    throw tooLarge(`it holds more than ${characters} characters`);
  }
  return { ...text, parts };
}
