import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { assemblePdf, makePdf } from "../../../../test/contracts/make-pdf.ts";
import { contextFor } from "../testing/read-context.ts";
import { readPdf } from "./read-pdf.ts";

const read = (bytes: Uint8Array, limits = {}) => readPdf(bytes, contextFor("a.pdf", limits));
const page = (content: string) => ({ dictionary: "", content: Buffer.from(content, "latin1") });

describe("readPdf", () => {
  it("gives one part for each page, by its number", async () => {
    const text = await read(makePdf(["First page.", "Second page."]));
    expect(text).toEqual({
      syntax: "plain",
      pages: 2,
      parts: [
        { text: "First page.", pageNumber: 1, section: null },
        { text: "Second page.", pageNumber: 2, section: null },
      ],
    });
  });

  it("keeps lines, and an empty line where the gap is wide", async () => {
    const content =
      "BT /F1 12 Tf 14 TL 72 720 Td (One) Tj T* (two) Tj T* (three) Tj 0 -40 Td (Four) Tj T* (five) Tj ET";
    const { parts } = await read(assemblePdf([page(content)]));
    expect(parts[0]?.text).toBe("One\ntwo\nthree\n\nFour\nfive");
  });

  it("puts spaces between words that were only set apart", async () => {
    const content = "BT /F1 12 Tf 72 720 Td (Alpha) Tj 60 0 Td (beta) Tj ET";
    expect((await read(assemblePdf([page(content)]))).parts[0]?.text).toBe("Alpha beta");
  });

  it("joins words broken at the end of a line", async () => {
    expect((await read(makePdf(["an exam-\nple"]))).parts[0]?.text).toBe("an example");
  });

  it("inflates compressed pages", async () => {
    const content = deflateSync(Buffer.from("BT /F1 12 Tf 72 720 Td (Packed) Tj ET"));
    const pdf = assemblePdf([{ dictionary: "/Filter /FlateDecode", content }]);
    expect((await read(pdf)).parts[0]?.text).toBe("Packed");
  });

  it("tells how many pages are done", async () => {
    const seen: string[] = [];
    const onPage = (done: number, total: number) => seen.push(`${done}/${total}`);
    await readPdf(makePdf(["a", "b", "c"]), { ...contextFor("a.pdf"), onPage });
    expect(seen).toEqual(["1/3", "2/3", "3/3"]);
  });

  it("says that a password is needed", async () => {
    const key = `<${"00".repeat(32)}>`;
    const locked = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [${key} ${key}]`;
    await expect(read(assemblePdf([page("")], locked))).rejects.toMatchObject({ reason: "encrypted" });
  });

  it("says that pages without text look scanned", async () => {
    await expect(read(assemblePdf([page("0 0 100 100 re f"), page("")]))).rejects.toMatchObject({
      reason: "scanned",
      message: expect.stringContaining("2 pages"),
    });
  });

  it("calls a file that only begins like a PDF damaged", async () => {
    await expect(read(Buffer.from("%PDF-1.7\nand nothing more"))).rejects.toMatchObject({
      reason: "corrupt",
    });
  });

  it("keeps the numbers of the other pages where one has lost its content", async () => {
    const whole = Buffer.from(makePdf(["First.", "Second.", "Third."])).toString("latin1");
    const { parts } = await read(Buffer.from(whole.replace("\n13 0 obj", "\n99 0 obj"), "latin1"));
    expect(parts.map(({ text, pageNumber }) => [text, pageNumber])).toEqual([
      ["First.", 1],
      ["", 2],
      ["Third.", 3],
    ]);
  });

  it("calls a PDF whose end is missing damaged", async () => {
    await expect(read(makePdf(["Text"]).subarray(0, 300))).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("refuses too many pages and too much text", async () => {
    await expect(read(makePdf(["a", "b", "c"]), { pages: 2 })).rejects.toMatchObject({ reason: "too-large" });
    await expect(read(makePdf(["a word"]), { characters: 3 })).rejects.toMatchObject({ reason: "too-large" });
  });
});
