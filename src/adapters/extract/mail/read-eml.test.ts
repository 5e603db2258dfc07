import iconv from "iconv-lite";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../../test/contracts/make-pdf.ts";
import { fakeRecognizer } from "../testing/fake-recognizer.ts";
import { makeDocx, paragraph } from "../testing/make-docx.ts";
import { contextFor } from "../testing/read-context.ts";
import { readEml } from "./read-eml.ts";

const HEAD = "From: Ada <ada@b.c>\r\nTo: bob@b.c, Eve <eve@b.c>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n";
const read = (mail: string, context = contextFor("a.eml")) => readEml(Buffer.from(mail), context);

/** A part of a mail; a name makes it an attachment. */
function part(type: string, content: string | Uint8Array, name?: string): string {
  const disposition = name === undefined ? "inline" : `attachment; filename="${name}"`;
  const encoded = Buffer.from(content).toString("base64");
  return `--x\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`;
}

const mixed = (...parts: string[]) =>
  `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts.join("")}--x--\r\n`;

describe("readEml", () => {
  it("puts subject, sender, recipients and date above the body", async () => {
    const { parts, pages } = await read(
      `${HEAD}Cc: d@b.c\r\nDate: Tue, 1 Oct 2024 12:34:56 -0500\r\n\r\nHello.\r\n`,
    );
    expect(pages).toBeNull();
    expect(parts).toEqual([
      {
        text: "Subject: Grüße\nFrom: Ada <ada@b.c>\nTo: <bob@b.c>, Eve <eve@b.c>\nCc: <d@b.c>\nDate: Tue, 1 Oct 2024 12:34:56 -0500\n\nHello.",
        pageNumber: null,
        section: null,
      },
    ]);
  });

  const KOREAN = "겨울에는 열람실을 한 시간 일찍 열고 조금 늦게 닫기로 했습니다.";
  const bodyOf = async (type: string, bytes: Uint8Array) =>
    (await read(mixed(part(type, bytes)))).parts[0]?.text.split("\n\n").slice(1).join("\n\n");

  it.each([
    ["utf-16", "utf-16le"],
    ["utf-16", "utf-16be"],
    ["utf-16le", "utf-16le"],
    ["utf-16be", "utf-16be"],
    ["utf-32", "utf-32le"],
    ["utf-32be", "utf-32be"],
    ["ks_c_5601-1987", "cp949"],
    ["utf-8", "cp949"],
    ["us-ascii", "utf-8"],
    ["iso-8859-1", "utf-8"],
    ["utf-8", "utf-16le"],
  ])("reads a body that is labelled %s and is %s", async (label, encoding) => {
    const bytes = iconv.encode(KOREAN, encoding, { addBOM: false });
    expect(await bodyOf(`text/plain; charset=${label}`, bytes)).toBe(KOREAN);
    expect(await bodyOf(`text/html; charset="${label}"`, bytes)).toBe(KOREAN);
  });

  it("reads a body in ISO-2022-KR", async () => {
    const letters = iconv.encode("한국어", "euc-kr").map((byte) => byte & 0x7f);
    const bytes = Buffer.concat([Buffer.from("\u001b$)C\u000e"), letters, Buffer.from("\u000f 2024")]);
    expect(await bodyOf("text/plain; charset=iso-2022-kr", bytes)).toBe("한국어 2024");
  });

  it("reads a message that was saved in two or four bytes to a letter, and attachments like it", async () => {
    const note = iconv.encode(KOREAN, "utf-16be", { addBOM: false });
    const mail = mixed(part("text/plain", "Hello."), part("text/plain", note, "note.txt"));
    for (const encoding of ["utf-16le", "utf-16be", "utf-32le"]) {
      const { parts } = await readEml(iconv.encode(mail, encoding), contextFor("a.eml"));
      expect(parts.map(({ text }) => text.split("\n").at(-1))).toEqual(["Hello.", KOREAN]);
    }
  });

  it("prefers the plain body, unless it says next to nothing", async () => {
    const html = `<p>${"The real letter. ".repeat(40)}</p>`;
    const both = (plain: string) =>
      read(
        `${HEAD}Content-Type: multipart/alternative; boundary=x\r\n\r\n${part("text/plain", plain)}${part("text/html", html)}--x--`,
      );
    const long = "The plain letter. ".repeat(20).trim();
    expect((await both(long)).parts[0]?.text).toContain(long);
    expect((await both("See the HTML.")).parts[0]?.text).toContain("The real letter.");
  });

  it("reads a body of HTML, with its sections and the places of its tables", async () => {
    const html = "<table><tr><th>A<th>B<tr><td>1<td>2</table><h2>Plan</h2><p>Go.";
    const { parts } = await read(`${HEAD}Content-Type: text/html\r\n\r\n${html}`);
    expect(parts.map(({ section }) => section)).toEqual([null, "Plan"]);
    const [table] = parts[0]?.tables ?? [];
    expect(parts[0]?.text.slice(table?.start, table?.end)).toBe("A | B\n1 | 2");
  });

  it("gives each attachment a section, with its own pages and headings", async () => {
    const docx = makeDocx(paragraph("Scope", '<w:outlineLvl w:val="0"/>') + paragraph("All of it."));
    const { parts } = await read(
      mixed(
        part("text/plain", "See below."),
        part("application/pdf", makePdf(["First.", "Second."]), "report.pdf"),
        part("application/octet-stream", docx, "offer.docx"),
        part("text/markdown", "# One\n\na\n\n# Two\n\nb", "notes.md"),
      ),
    );
    expect(parts[0]?.text).toMatch(/\nAttachments: report\.pdf, offer\.docx, notes\.md\n\nSee below\.$/);
    expect(parts.slice(1)).toEqual([
      { text: "First.", pageNumber: 1, section: "Attachment: report.pdf" },
      { text: "Second.", pageNumber: 2, section: "Attachment: report.pdf" },
      { text: "Scope\n\nAll of it.", pageNumber: null, section: "Attachment: offer.docx > Scope" },
      { text: "# One\n\na", pageNumber: null, section: "Attachment: notes.md > One" },
      { text: "# Two\n\nb", pageNumber: null, section: "Attachment: notes.md > Two" },
    ]);
  });

  it("names what cannot be read, and reads the rest", async () => {
    const { parts } = await read(
      mixed(
        part("text/plain", "See below."),
        part("application/pdf", "%PDF-1.7 and no more", "broken.pdf"),
        part("application/zip", Buffer.from("1f8b0800000000000003", "hex"), "a.gz"),
        part("text/plain", "Read.", "note.txt"),
      ),
    );
    expect(parts[0]?.text).toMatch(
      /broken\.pdf \(not read: .*damaged.*\), a\.gz \(not read: .*gzip.*\), note\.txt/,
    );
    expect(parts.slice(1).map(({ text }) => text)).toEqual(["Read."]);
  });

  it("reads messages inside messages, down to a depth", async () => {
    const nest = (inner: string, index: number) =>
      mixed(
        part("text/plain", `Level ${index}.`),
        `--x\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n`,
      ).replaceAll(/\bx\b/g, `x${index}`);
    const letter = [4, 3, 2, 1, 0].reduce(nest, `${HEAD}\r\nInnermost.`);
    const { parts } = await read(letter);
    const texts = parts.map(({ text }) => text).join("\n");
    expect(texts).toContain("Level 3.");
    expect(texts).not.toContain("Level 4.");
    expect(texts).toContain("too deep");
    expect(parts[1]?.section).toBe("Attachment: message-1.eml");
  });

  it("reads the letters in attached pictures, but not in the logos of its body", async () => {
    const paper = { width: 30, height: 20, channels: 3, background: "white" } as const;
    const png = await sharp({ create: paper }).png().toBuffer();
    const recognizer = fakeRecognizer(() => "EXIT");
    const related = `--y\r\nContent-Type: text/html\r\n\r\n<img src="cid:logo">Hi\r\n--y\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\nContent-Transfer-Encoding: base64\r\n\r\n${png.toString("base64")}\r\n--y--\r\n`;
    const mail = mixed(
      `--x\r\nContent-Type: multipart/related; boundary=y\r\n\r\n${related}`,
      part("image/png", png, "sign.png"),
    );
    const { parts } = await read(mail, { ...contextFor("a.eml"), recognizer });
    expect(recognizer.pictures).toHaveLength(1);
    expect(parts.at(-1)).toMatchObject({ text: "EXIT", section: "Attachment: sign.png" });
  });

  it("lets attachments have what the body leaves of the characters", async () => {
    const attached = part("text/plain", "word ".repeat(30), "a.txt");
    const mail = mixed(part("text/plain", "Body."), attached, attached, attached);
    const { parts } = await read(mail, contextFor("a.eml", { characters: 400 }));
    expect(parts).toHaveLength(3);
    expect(parts[0]?.text).toMatch(/a\.txt, a\.txt, a\.txt \(not read: .*too large/);
  });

  it("stops opening attachments at a hundred", async () => {
    const many = Array.from({ length: 103 }, (_, index) => part("text/plain", "x", `${index}.txt`));
    const { parts } = await read(mixed(part("text/plain", "Body."), ...many));
    expect(parts).toHaveLength(101);
    expect(parts[0]?.text).toContain("3 more, not read");
  });

  it("refuses endless nesting as damaged", async () => {
    const deep = Array.from(
      { length: 300 },
      (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    );
    await expect(read(HEAD + deep.join(""))).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("reads a text that is no mail as it stands", async () => {
    expect((await read("Just words.\nNothing else.")).parts[0]?.text).toBe("Just words.\nNothing else.");
  });
});
