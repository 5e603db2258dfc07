import { CFB } from "@e965/xlsx";
import iconv from "iconv-lite";

/** Numbers of the properties that messages keep their texts under. */
const TAGS = {
  messageClass: "001A",
  subject: "0037",
  sender: "0C1A",
  senderAddress: "0C1F",
  body: "1000",
  html: "1013",
  name: "3001",
  company: "3A16",
  fileName: "3707",
} as const;
type Fields = Partial<Record<keyof typeof TAGS, string>>;

/** Texts in an encoding that is not Unicode, and the number by which the message tells it, if it does. */
interface NarrowText {
  encoding: string;
  codePage?: number;
}

const MESSAGE_CODE_PAGE = 0x3ffd_0003;
const PROPERTIES_HEAD_BYTES = 32;

function propertiesOf({ codePage = 0 }: NarrowText): Buffer {
  const properties = Buffer.alloc(PROPERTIES_HEAD_BYTES + 16);
  properties.writeUInt32LE(MESSAGE_CODE_PAGE, PROPERTIES_HEAD_BYTES);
  properties.writeUInt32LE(codePage, PROPERTIES_HEAD_BYTES + 8);
  return properties;
}

/** A message as Outlook saves it: a small file system with a stream for each property. */
export function makeMsg(
  fields: Fields,
  attachments: { name: string; bytes: Uint8Array }[] = [],
  narrow?: NarrowText,
): Uint8Array {
  const container = CFB.utils.cfb_new();
  const add = (path: string, bytes: Uint8Array) => CFB.utils.cfb_add(container, path, Buffer.from(bytes));
  const addFields = (folder: string, values: Fields) => {
    for (const [name, value] of Object.entries(values)) {
      // Every key of the fields is a key of the tags.
      const tag = TAGS[name as keyof typeof TAGS];
      if (narrow === undefined) add(`${folder}__substg1.0_${tag}001F`, Buffer.from(value, "utf16le"));
      else if (name === "html") add(`${folder}__substg1.0_${tag}0102`, iconv.encode(value, narrow.encoding));
      else add(`${folder}__substg1.0_${tag}001E`, iconv.encode(value, narrow.encoding));
    }
  };
  add("/__properties_version1.0", narrow?.codePage === undefined ? new Uint8Array(32) : propertiesOf(narrow));
  addFields("/", fields);
  for (const [index, { name, bytes }] of attachments.entries()) {
    const folder = `/__attach_version1.0_#0000000${index}/`;
    add(`${folder}__properties_version1.0`, new Uint8Array(8));
    addFields(folder, { fileName: name });
    add(`${folder}__substg1.0_37010102`, bytes);
  }
  return new Uint8Array(CFB.write(container, { type: "buffer" }) as Buffer);
}
