import { describe, expect, it } from "vitest";
import { makeMsg } from "../testing/make-msg.ts";
import { contextFor } from "../testing/read-context.ts";
import { readMsg } from "./read-msg.ts";

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
