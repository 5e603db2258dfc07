import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { readHtmlParts } from "../html/read-html.ts";
import type { ReadContext } from "../reader.ts";
import { type Attachment, readAttachments } from "./attachments.ts";

/** A message of any format. */
export interface Message {
  /** What stands above the body, in order: a name and its value; blank ones are left out. */
  fields: [name: string, value: string][];
  plain: string;
  html: string;
  /** The body where it is neither of both. */
  otherParts: TextPart[];
  attachments: Attachment[];
}

/** Writes a message as text: its fields and its body, then a section for each attachment. */
export async function writeMessage(message: Message, context: ReadContext): Promise<ExtractedText> {
  const body = bodyParts(message, context.limits.characters);
  const length = body.reduce((sum, part) => sum + part.text.length, 0);
  const limits = { ...context.limits, characters: Math.max(0, context.limits.characters - length) };
  const attached = await readAttachments(message.attachments, { ...context, limits });
  const fields = [...message.fields, ["Attachments", attached.names.join(", ")] as const]
    .map(([name, value]) => [name, onOneLine(value)])
    .filter(([, value]) => value !== "");
  const head = fields.map(([name, value]) => `${name}: ${value}`).join("\n");
  return { syntax: "plain", parts: [...withHead(head, body), ...attached.parts], pages: null };
}

/** A plain body below this length may only say that the real one is HTML. */
const SHORT_BODY_LENGTH = 200;

function bodyParts({ plain, html, otherParts }: Message, maxCharacters: number): TextPart[] {
  const text = cleanText(plain).trim();
  const plainParts: TextPart[] = text === "" ? [] : [{ text, pageNumber: null, section: null }];
  if (html.trim() === "" || text.length >= SHORT_BODY_LENGTH) return text === "" ? otherParts : plainParts;
  const htmlParts = readHtmlParts(html, maxCharacters);
  const htmlLength = htmlParts.reduce((sum, part) => sum + part.text.length, 0);
  return text === "" || htmlLength > 4 * text.length ? htmlParts : plainParts;
}

/** The fields open the body, so that who wrote it and about what is found with its first words. */
function withHead(head: string, body: readonly TextPart[]): TextPart[] {
  const [first, ...rest] = body;
  if (head === "") return [...body];
  if (first === undefined || first.section !== null) {
    return [{ text: head, pageNumber: null, section: null }, ...body];
  }
  const before = `${head}\n\n`;
  const moved = first.tables?.map(({ start, end, header }) => ({
    start: start + before.length,
    end: end + before.length,
    header,
  }));
  const opening = { ...first, text: before + first.text };
  return [moved === undefined ? opening : { ...opening, tables: moved }, ...rest];
}

const LONGEST_FIELD = 2_000;

function onOneLine(value: string): string {
  const line = cleanText(value).replace(/\s+/g, " ").trim();
  return line.length <= LONGEST_FIELD ? line : `${line.slice(0, LONGEST_FIELD).toWellFormed()} …`;
}
