import { markdownSections } from "../../../domain/markdown-sections.ts";
import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { ReadFailure } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";

/** A file inside a message. */
export interface Attachment {
  name: string;
  bytes: Uint8Array;
  /** Whether it is a picture of the body, such as a logo, that nobody attached. */
  isDecoration: boolean;
}

/** What became of the attachments: the text of those that could be read, and a word on each. */
interface ReadAttachments {
  parts: TextPart[];
  /** Names in order, with the reason where one was not read. */
  names: string[];
}

const MAX_DEPTH = 3;
const MAX_ATTACHMENTS = 100;

/**
 * Reads attachments as if each were a file of its own, within what the message leaves of its limits. One that cannot
 * be read is named and costs nothing but itself.
 */
export async function readAttachments(
  attachments: readonly Attachment[],
  context: ReadContext,
): Promise<ReadAttachments> {
  const parts: TextPart[] = [];
  const names: string[] = [];
  const left = { ...context.limits };
  const attached = attachments.filter(({ isDecoration }) => !isDecoration);
  for (const attachment of attached.slice(0, MAX_ATTACHMENTS)) {
    const name = attachment.name.replace(/\s+/g, " ").trim();
    try {
      const text = await readOne(attachment, { ...context, limits: left });
      parts.push(...partsOf(text, `Attachment: ${name}`));
      left.characters -= text.parts.reduce((sum, part) => sum + part.text.length, 0);
      left.pages -= text.pages ?? 0;
      names.push(name);
    } catch (error) {
      // Whatever a reader fails with, the message around the attachment can still be read.
      names.push(`${name} (not read: ${error instanceof ReadFailure ? error.message : "its reader failed"})`);
    }
  }
  const unread = attached.length - MAX_ATTACHMENTS;
  return { parts, names: unread > 0 ? [...names, `${unread} more, not read`] : names };
}

function readOne({ name, bytes }: Attachment, context: ReadContext): Promise<ExtractedText> {
  if (context.depth >= MAX_DEPTH) {
    throw new ReadFailure("too-large", "It lies too deep in other messages.");
  }
  // The pages of an attachment are not those of the message.
  return context.readFile(bytes, { ...context, name, depth: context.depth + 1, onPage: () => undefined });
}

function partsOf({ syntax, parts }: ExtractedText, section: string): TextPart[] {
  const divided = syntax === "markdown" ? parts.flatMap(divideMarkdown) : parts;
  return divided.map((part) => ({
    ...part,
    section: part.section === null ? section : `${section} > ${part.section}`,
  }));
}

/** The message as a whole is no Markdown, so that headers would not be seen any more. */
function divideMarkdown({ text, pageNumber }: TextPart): TextPart[] {
  return Array.from(markdownSections(text), ({ start, end, path }) => ({
    text: text.slice(start, end).trim(),
    pageNumber,
    section: path.length === 0 ? null : path.join(" > "),
  }));
}
