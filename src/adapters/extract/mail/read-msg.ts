import { createRequire } from "node:module";
import type MsgReaderModule from "@kenjiuno/msgreader";
import type { FieldsData } from "@kenjiuno/msgreader";
import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { corrupt, ReadFailure } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { decodeText, guessEncoding } from "../text/decode-text.ts";
import type { Attachment } from "./attachments.ts";
import { encodingOfCodePage } from "./code-pages.ts";
import { unpackRtf } from "./unpack-rtf.ts";
import { type Message, writeMessage } from "./write-message.ts";

/** Reads a message, a contact or an appointment that Outlook saved. */
export async function readMsg(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const message = parse(bytes);
  const isEmpty = message.plain.trim() === "" && message.html.trim() === "";
  const otherParts = isEmpty ? await richParts(message.rich, context) : [];
  return writeMessage({ ...message, otherParts }, context);
}

// The package is CommonJS that was ESM once; its default export is another one to every loader but `require`.
const { default: MsgReader }: typeof MsgReaderModule = createRequire(import.meta.url)("@kenjiuno/msgreader");

type ParsedMessage = Omit<Message, "otherParts"> & { rich: Uint8Array | null };

function parse(bytes: Uint8Array): ParsedMessage {
  try {
    const { reader, fields, encoding } = open(bytes);
    if (fields.error !== undefined) throw new Error(fields.error);
    return {
      fields: headFields(fields),
      plain: textOf(fields.body),
      html:
        textOf(fields.bodyHtml) ||
        (isBytes(fields.html)
          ? decodeText(fields.html, encodingOfCodePage(fields.internetCodepage) ?? encoding)
          : ""),
      rich: isBytes(fields.compressedRtf) ? unpackRtf(fields.compressedRtf) : null,
      attachments: (fields.attachments ?? []).flatMap((each, index) => attachmentOf(reader, each, index)),
    };
  } catch (error) {
    throw corrupt("an Outlook message", error);
  }
}

/** A message may keep its texts in the code page of its sender, and says which only once it is read. */
function open(bytes: Uint8Array) {
  const view = () => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = new MsgReader(view());
  const fields = reader.getFileData();
  const encoding = encodingOf(fields);
  if (encoding === null) return { reader, fields, encoding };
  const again = new MsgReader(view());
  again.parserConfig = { ansiEncoding: encoding };
  return { reader: again, fields: again.getFileData(), encoding };
}

/** The encoding of texts that are not in Unicode; null where there are no other letters than those of ASCII. */
function encodingOf(fields: FieldsData): string | null {
  const said = encodingOfCodePage(fields.messageCodepage) ?? encodingOfCodePage(fields.internetCodepage);
  if (said !== null) return said;
  const bytes = Buffer.from(textOf(fields.subject) + textOf(fields.body), "latin1");
  return bytes.some((byte) => byte >= 0x80) ? guessEncoding(bytes) : null;
}

/** The names that a person would look for; contacts and appointments have more than messages. */
function headFields(fields: FieldsData): Message["fields"] {
  const isContact = textOf(fields.messageClass).startsWith("IPM.Contact");
  const people = (kind: "to" | "cc") =>
    (fields.recipients ?? [])
      .filter(({ recipType }) => recipType === kind)
      .map((person) => mailbox(person.name, person.smtpAddress ?? person.email))
      .join(", ");
  return [
    ["Subject", textOf(fields.subject)],
    ["From", isContact ? "" : mailbox(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
    ["To", people("to")],
    ["Cc", people("cc")],
    ["Date", isContact ? "" : textOf(fields.messageDeliveryTime ?? fields.clientSubmitTime)],
    ["Start", textOf(fields.apptStartWhole)],
    ["End", textOf(fields.apptEndWhole)],
    ["Location", textOf(fields.apptLocation)],
    ...(isContact ? contactFields(fields) : []),
  ];
}

function contactFields(fields: FieldsData): Message["fields"] {
  return [
    ["Name", textOf(fields.name)],
    ["Title", textOf(fields.title)],
    ["Company", textOf(fields.companyName)],
    ["Department", textOf(fields.departmentName)],
    ["E-mail", textOf(fields.email1EmailAddress)],
    ["Business phone", textOf(fields.businessTelephoneNumber)],
    ["Mobile phone", textOf(fields.mobileTelephoneNumber)],
    ["Home phone", textOf(fields.homeTelephoneNumber)],
    ["Fax", textOf(fields.businessFaxNumber)],
    ["Address", textOf(fields.postalAddress)],
    ["Country", textOf(fields.country)],
    ["Web page", textOf(fields.businessHomePage)],
  ];
}

function mailbox(name: unknown, address: unknown): string {
  // Addresses inside an Exchange server are paths that nobody reads.
  const shown = textOf(address).includes("@") && address !== name ? `<${textOf(address)}>` : "";
  return [textOf(name), shown].filter((part) => part !== "").join(" ");
}

function attachmentOf(
  reader: InstanceType<typeof MsgReader>,
  fields: FieldsData,
  index: number,
): Attachment[] {
  const { fileName, content } = reader.getAttachment(fields);
  if (!isBytes(content)) return [];
  const name = textOf(fileName) || textOf(fields.name) || `attachment-${index + 1}`;
  const isPicture = textOf(fields.attachMimeTag).startsWith("image/");
  return [{ name, bytes: content, isDecoration: fields.attachmentHidden === true && isPicture }];
}

async function richParts(rich: Uint8Array | null, context: ReadContext): Promise<TextPart[]> {
  if (rich === null) return [];
  try {
    return (await context.readFile(rich, { ...context, name: "body.rtf" })).parts;
  } catch (error) {
    // The fields and the attachments are worth something without a body.
    if (error instanceof ReadFailure) return [];
    throw error;
  }
}

/** Fields of damaged messages hold anything, whatever their type says. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
