import { CFB } from "@e965/xlsx";

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

/** A message as Outlook saves it: a small file system with a stream for each property. */
export function makeMsg(fields: Fields, attachments: { name: string; bytes: Uint8Array }[] = []): Uint8Array {
  const container = CFB.utils.cfb_new();
  const add = (path: string, bytes: Uint8Array) => CFB.utils.cfb_add(container, path, Buffer.from(bytes));
  const addFields = (folder: string, values: Fields) => {
    for (const [name, value] of Object.entries(values)) {
      // Every key of the fields is a key of the tags.
      const tag = TAGS[name as keyof typeof TAGS];
      add(`${folder}__substg1.0_${tag}001F`, Buffer.from(value, "utf16le"));
    }
  };
  add("/__properties_version1.0", new Uint8Array(32));
  addFields("/", fields);
  for (const [index, { name, bytes }] of attachments.entries()) {
    const folder = `/__attach_version1.0_#0000000${index}/`;
    add(`${folder}__properties_version1.0`, new Uint8Array(8));
    addFields(folder, { fileName: name });
    add(`${folder}__substg1.0_37010102`, bytes);
  }
  return new Uint8Array(CFB.write(container, { type: "buffer" }) as Buffer);
}
