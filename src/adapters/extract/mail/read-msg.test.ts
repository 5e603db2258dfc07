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

  it.each([
    ["gbk", 936, "会议记录", "我们决定在冬天提前一个小时开放阅览室，并且晚一点关门。"],
    ["big5", 950, "會議記錄", "我們決定在冬天提前一個小時開放閱覽室，並且晚一點關門。"],
    ["shift_jis", 932, "議事録", "閲覧室は冬に一時間早く開き、少し遅く閉まることになりました。"],
    ["cp949", 949, "회의록", "겨울에는 열람실을 한 시간 일찍 열고 조금 늦게 닫기로 했습니다."],
    ["cp1251", 1251, "Протокол", "Зимой читальный зал открывается на час раньше и закрывается позже."],
  ])("reads texts in %s, whether the message says so or not", async (encoding, codePage, subject, body) => {
    const expected = `Subject: ${subject}\n\n${body}`;
    const said = await read(makeMsg({ subject, body }, [], { encoding, codePage }));
    expect(said.parts[0]?.text).toBe(expected);
    expect((await read(makeMsg({ subject, body }, [], { encoding }))).parts[0]?.text).toBe(expected);
    const html = `<p>${body}</p>`;
    const page = await read(makeMsg({ subject, html }, [], { encoding, codePage }));
    expect(page.parts[0]?.text).toBe(expected);
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
