import { type BookType, utils, write } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { assemblePdf, makePdf } from "../../../test/contracts/make-pdf.ts";
import { readFileText } from "./read-file-text.ts";
import { makeDoc } from "./testing/make-doc.ts";
import { makeDocx, paragraph } from "./testing/make-docx.ts";
import { page as bookPage, makeEpub } from "./testing/make-epub.ts";
import { makeMsg } from "./testing/make-msg.ts";
import { makeOdf } from "./testing/make-odf.ts";
import { makeOffice } from "./testing/make-office.ts";
import { makeOle } from "./testing/make-ole.ts";
import { container, entry, makePpt, page, shape, slideList } from "./testing/make-ppt.ts";
import { shape as drawn, line, makePptx, slide } from "./testing/make-pptx.ts";
import { contextFor } from "./testing/read-context.ts";

/** What every document here says, in the letters of several scripts where its format can. */
const HEAD = "Der Größe nach";
const BODY = "12 Bände, каталог, 図書館.";
const LATIN = "12 Bände.";

const read = (name: string, content: string | Uint8Array) =>
  readFileText(Buffer.from(content), contextFor(name));

describe("a small document of every kind", () => {
  it.each<[name: string, content: string | Uint8Array, text: string]>([
    ["a.txt", `${HEAD}\n${BODY}`, `${HEAD}\n${BODY}`],
    ["a.md", `# ${HEAD}\n\n${BODY}`, `# ${HEAD}\n\n${BODY}`],
    ["a.csv", `${HEAD};"${BODY}"\n1;2`, `${HEAD} | ${BODY}\n1 | 2`],
    ["a.tsv", `${HEAD}\t${BODY}\n1\t2`, `${HEAD} | ${BODY}\n1 | 2`],
    ["a.json", JSON.stringify({ [HEAD]: BODY }), JSON.stringify({ [HEAD]: BODY })],
    ["a.xml", `<a b="${HEAD}">${BODY}</a>`, `<a b="${HEAD}">${BODY}</a>`],
    ["a.yaml", `${HEAD}: ${BODY}`, `${HEAD}: ${BODY}`],
    ["a.py", `# ${HEAD}\nprint("${BODY}")`, `# ${HEAD}\nprint("${BODY}")`],
    ["a.html", `<title>${HEAD}</title><p>${BODY}</p>`, `${HEAD}\n\n${BODY}`],
    ["a.svg", `<svg><title>${HEAD}</title><text>${BODY}</text></svg>`, `${HEAD}\n${BODY}`],
    ["a.ipynb", notebook(`# ${HEAD}`, BODY), `# ${HEAD}\n\n${BODY}`],
    ["a.pdf", makePdf([HEAD, LATIN]), `${HEAD}\n---\n${LATIN}`],
    ["a.docx", makeDocx(paragraph(HEAD) + paragraph(BODY)), `${HEAD}\n\n${BODY}`],
    ["a.doc", makeDoc([{ text: `${HEAD}\r` }, { text: `${BODY}\r` }]), `${HEAD}\n\n${BODY}`],
    ["a.odt", makeOdf("text", `<text:h>${HEAD}</text:h><text:p>${BODY}</text:p>`), `${HEAD}\n\n${BODY}`],
    ["a.rtf", `{\\rtf1\\ansi Der Gr\\'f6\\'dfe nach\\par 12 B\\'e4nde.\\par}`, `${HEAD}\n\n${LATIN}`],
    [
      "a.epub",
      makeEpub({ "OEBPS/text/z.xhtml": bookPage(`<h1>${HEAD}</h1><p>${BODY}</p>`) }),
      `${HEAD}\n\n${BODY}\n---\nEnd`,
    ],
    ["a.pptx", slides(HEAD, BODY), `${HEAD}\n---\n${BODY}`],
    ["a.ppt", oldSlides(HEAD, BODY), `${HEAD}\n---\n${BODY}`],
    ["a.odp", makeOdf("presentation", drawPage(HEAD) + drawPage(BODY)), `${HEAD}\n---\n${BODY}`],
    ["a.xlsx", workbook("xlsx"), `Liste\n\n${HEAD} | Preis\n${BODY} | 1.5`],
    ["a.xls", workbook("biff8"), `Liste\n\n${HEAD} | Preis\n${BODY} | 1.5`],
    ["a.ods", workbook("ods"), `Liste\n\n${HEAD} | Preis\n${BODY} | 1.5`],
    [
      "a.eml",
      mail(HEAD, BODY),
      `Subject: Offer\nFrom: Ada <ada@b.c>\nAttachments: b.txt\n\n${HEAD}\n---\n${BODY}\n`,
    ],
    [
      "a.msg",
      makeMsg({ subject: "Offer", body: HEAD }, [{ name: "b.txt", bytes: Buffer.from(BODY) }]),
      `Subject: Offer\nAttachments: b.txt\n\n${HEAD}\n---\n${BODY}`,
    ],
  ])("is read whole: %s", async (name, content, text) => {
    const { parts } = await read(name, content);
    expect(parts.map((part) => part.text).join("\n---\n")).toBe(text);
  });

  it("has the number of its pages where it has pages", async () => {
    expect(await read("a.pdf", makePdf(["a", "b", "c"]))).toMatchObject({ pages: 3 });
    expect(await read("a.pptx", slides("a", "b"))).toMatchObject({ pages: 2 });
    expect(await read("a.txt", "a")).toMatchObject({ pages: null });
  });

  it("is read in its own letters where it declares them in a noisy way", async () => {
    const declared = "<meta content=text/html; charset = iso-8859-6 http-equiv=Content-Type>";
    // "Mekteb", Arabic for office, in ISO 8859-6.
    const bytes = Buffer.concat([
      Buffer.from(`<html><head>${declared}</head><p>`),
      Buffer.from("e5e3cac8", "hex"),
    ]);
    expect((await read("a.html", bytes)).parts[0]?.text).toBe("مكتب");
  });

  const locked = "/Encrypt << /Filter /Standard /V 1 /R 2 /O <00> /U <00> /P -4 >> /ID [<00> <00>]";
  const word = makeDocx(paragraph(BODY));
  it.each([
    ["an encrypted PDF", "a.pdf", assemblePdf([], locked), "encrypted"],
    ["the first half of a Word document", "a.docx", word.subarray(0, word.length / 2), "corrupt"],
    ["an encrypted workbook", "a.xlsx", makeOle({ EncryptedPackage: Buffer.from("x") }), "encrypted"],
    [
      "a workbook without sheets",
      "a.xlsx",
      makeOffice("spreadsheetml.sheet", { "xl/workbook.xml": { content: "<workbook/>" } }),
      "corrupt",
    ],
    ["an encrypted presentation", "a.pptx", makeOle({ EncryptedPackage: Buffer.from("x") }), "encrypted"],
    [
      "an old Word document with a password",
      "a.doc",
      makeDoc([{ text: "x\r" }], { flags: 0x100 }),
      "encrypted",
    ],
    ["an old presentation without a word", "a.ppt", oldSlides("", ""), "empty"],
    ["a drawing without a word", "a.svg", "<svg><path d='M0 0'/></svg>", "empty"],
  ])("says why it cannot be read: %s", async (_, name, content, reason) => {
    await expect(read(name, content)).rejects.toMatchObject({ reason });
  });
});

function notebook(...sources: string[]): string {
  return JSON.stringify({ nbformat: 4, cells: sources.map((source) => ({ cell_type: "markdown", source })) });
}

function slides(...texts: string[]): Uint8Array {
  return makePptx(texts.map((text) => ({ content: slide(drawn(line(text))) })));
}

function oldSlides(...texts: string[]): Uint8Array {
  const list = slideList(0, ...texts.map((_, index) => entry(2 + index, 10 + index)));
  return makePpt([container(1000, list), ...texts.map((text) => page(1006, [0, 0, 0], shape(text)))]);
}

function drawPage(text: string): string {
  return `<draw:page><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
}

function workbook(bookType: BookType): Uint8Array {
  const made = utils.book_new();
  utils.book_append_sheet(
    made,
    utils.aoa_to_sheet([
      [HEAD, "Preis"],
      [BODY, 1.5],
    ]),
    "Liste",
  );
  return write(made, { bookType, type: "buffer" });
}

function mail(body: string, attached: string): string {
  return [
    "From: Ada <ada@b.c>\r\nSubject: Offer\r\nContent-Type: multipart/mixed; boundary=x\r\n",
    `--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`,
    `--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename=b.txt\r\n\r\n${attached}`,
    "--x--\r\n",
  ].join("\r\n");
}
