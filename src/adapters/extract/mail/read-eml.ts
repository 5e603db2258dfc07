import PostalMime, { type Address, type Email, type Attachment as MailPart } from "postal-mime";
import type { ExtractedText } from "../../../domain/passage.ts";
import { corrupt } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { encodingOfMark, encodingOfZeros } from "../text/byte-order.ts";
import { decodeText } from "../text/decode-text.ts";
import { readText } from "../text/read-text.ts";
import type { Attachment } from "./attachments.ts";
import { readBodies } from "./mislabelled-bodies.ts";
import { writeMessage } from "./write-message.ts";

/** Reads an e-mail: who wrote it to whom, about what and when, its body and its attachments. */
export async function readEml(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const wide = encodingOfMark(bytes) ?? encodingOfZeros(bytes.subarray(0, HEAD_BYTES));
  // A message that was saved as a text of two or four bytes to a letter becomes one that readers of mail know.
  const source = wide === null ? bytes : Buffer.from(decodeText(bytes));
  const mail = await parse(source);
  // A name ending in .eml makes no mail of a text.
  if (!mail.headers.some(({ key }) => MAIL_HEADERS.has(key))) return readText(bytes, context);
  return writeMessage(
    {
      fields: [
        ["Subject", mail.subject ?? ""],
        ["From", addresses([mail.from ?? mail.sender])],
        ["To", addresses(mail.to)],
        ["Cc", addresses(mail.cc)],
        ["Date", mail.headers.find(({ key }) => key === "date")?.value ?? ""],
      ],
      ...(await readBodies(source, mail, parse)),
      otherParts: [],
      attachments: mail.attachments.map(toAttachment),
    },
    context,
  );
}

/** Enough of the head of a message to see how it was saved. */
const HEAD_BYTES = 64;

const MAIL_HEADERS: ReadonlySet<string> = new Set([
  "from",
  "to",
  "subject",
  "date",
  "received",
  "content-type",
  "mime-version",
  "message-id",
]);

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    // Messages inside are attachments like any other, and read like one.
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  } catch (error) {
    throw corrupt("an e-mail message", error);
  }
}

function addresses(list: readonly (Address | undefined)[] = []): string {
  return list
    .flatMap((address) => (address?.group === undefined ? [address] : address.group))
    .map((mailbox) => [mailbox?.name, mailbox?.address && `<${mailbox.address}>`].filter(Boolean).join(" "))
    .join(", ");
}

function toAttachment(part: MailPart, index: number): Attachment {
  return {
    name: part.filename ?? unnamed(part, index),
    bytes: bytesOf(part.content),
    isDecoration: part.related === true && part.mimeType.startsWith("image/"),
  };
}

function unnamed({ mimeType, description }: MailPart, index: number): string {
  if (mimeType === "message/rfc822") return `message-${index + 1}.eml`;
  return description ?? `attachment-${index + 1}`;
}

function bytesOf(content: MailPart["content"]): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
