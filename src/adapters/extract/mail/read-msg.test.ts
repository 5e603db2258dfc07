import { CFB } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { contextFor } from "../testing/read-context.ts";
import { readMsg } from "./read-msg.ts";

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
function makeMsg(fields: Fields, attachments: { name: string; bytes: Uint8Array }[] = []): Uint8Array {
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

const read = (bytes: Uint8Array) => readMsg(bytes, contextFor("a.msg"));

describe("readMsg", () => {
  it("reads subject, sender and body", async () => {
    const message = { subject: "Offer", sender: "Ada", senderAddress: "ada@b.c", body: "Dear Bob,\r\nyes." };
    expect((await read(makeMsg(message))).parts).toEqual([
      { text: "Subject: Offer\nFrom: Ada <ada@b.c>\n\nDear Bob,\nyes.", pageNumber: null, section: null },
    ]);
  });

  it("reads a body of HTML where there is no other", async () => {
    const { parts } = await read(makeMsg({ subject: "Offer", html: "<p>Dear <b>Bob</b>" }));
    expect(parts[0]?.text).toBe("Subject: Offer\n\nDear Bob");
  });

  it("reads attachments, messages among them", async () => {
    const inner = makeMsg({ subject: "Inner", body: "Inside." });
    const { parts } = await read(
      makeMsg({ subject: "Outer", body: "Outside." }, [
        { name: "note.txt", bytes: Buffer.from("A note.") },
        { name: "inner.msg", bytes: inner },
      ]),
    );
    expect(parts.slice(1)).toEqual([
      { text: "A note.", pageNumber: null, section: "Attachment: note.txt" },
      { text: "Subject: Inner\n\nInside.", pageNumber: null, section: "Attachment: inner.msg" },
    ]);
  });

  it("reads what a contact is looked up for, and not who saved it", async () => {
    const contact = { messageClass: "IPM.Contact", sender: "Someone", name: "Ada", company: "Engines Ltd" };
    const { parts } = await read(makeMsg(contact));
    expect(parts[0]?.text).toBe("Name: Ada\nCompany: Engines Ltd");
  });

  it("leaves out the address of a sender on an Exchange server", async () => {
    const { parts } = await read(makeMsg({ sender: "Ada", senderAddress: "/o=Lab/cn=1", body: "x" }));
    expect(parts[0]?.text).toBe("From: Ada\n\nx");
  });

  it("calls a message that is cut off damaged", async () => {
    await expect(read(makeMsg({ body: "x" }).subarray(0, 600))).rejects.toMatchObject({ reason: "corrupt" });
  });
});
