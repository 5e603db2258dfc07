import { describe, expect, it } from "vitest";
import { assemblePdf, makePdf } from "../../../../test/contracts/make-pdf.ts";
import type { GreyPicture } from "../ocr/text-recognizer.ts";
import { fakeRecognizer } from "../testing/fake-recognizer.ts";
import { contextFor } from "../testing/read-context.ts";
import { pdfOfPictures, scanOf } from "../testing/scanned-page.ts";
import { readPdf } from "./read-pdf.ts";

const SENTENCE =
  "The committee agreed that the reading room should open an hour\nearlier in winter and close somewhat later.";
const GIBBERISH = SENTENCE.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 3));
const DARK: GreyPicture = {
  width: 60,
  height: 80,
  pixels: new Uint8Array(4800).map((_, index) => (index % 3 === 0 ? 0 : 255)),
  dotsPerInch: 200,
};

async function read(pdf: Uint8Array, see: Parameters<typeof fakeRecognizer>[0]) {
  const recognizer = fakeRecognizer(see);
  const progress: string[] = [];
  const text = await readPdf(pdf, {
    ...contextFor("a.pdf"),
    recognizer,
    onPage: (done, total) => progress.push(`${done}/${total}`),
  });
  return { texts: text.parts.map((part) => part.text), pictures: recognizer.pictures, progress };
}

describe("the pages of a PDF", () => {
  it("are not recognized where their own text is sound", async () => {
    const { texts, pictures } = await read(makePdf([SENTENCE, SENTENCE]), () => "never asked");
    expect(texts).toEqual([SENTENCE, SENTENCE]);
    expect(pictures).toEqual([]);
  });

  it("are recognized where they have no text, and keep their order and progress", async () => {
    const pdf = pdfOfPictures([DARK, DARK, DARK, DARK, DARK]);
    const { texts, progress } = await read(pdf, (_, index) => `Page ${index + 1}`);
    expect(texts).toEqual(["Page 1", "Page 2", "Page 3", "Page 4", "Page 5"]);
    expect(progress).toEqual(["1/5", "2/5", "3/5", "4/5", "5/5"]);
  });

  it("are recognized where their text is gibberish", async () => {
    expect((await read(makePdf([GIBBERISH]), () => SENTENCE)).texts).toEqual([SENTENCE]);
  });

  it("keep their gibberish where nothing better can be made out", async () => {
    expect((await read(makePdf([GIBBERISH]), () => "")).texts).toEqual([GIBBERISH]);
  });

  it("are recognized where a stamp is all their text", async () => {
    const pdf = pdfOfPictures([DARK], "Scanned 2024");
    expect((await read(pdf, () => SENTENCE)).texts).toEqual([SENTENCE]);
    expect((await read(pdf, () => "Scanned 2024")).texts).toEqual(["Scanned 2024"]);
  });

  it("are not recognized where they show a few words and no more", async () => {
    const { texts, pictures } = await read(makePdf(["Chapter 1"]), () => SENTENCE);
    expect(texts).toEqual(["Chapter 1"]);
    expect(pictures).toEqual([]);
  });

  it("are not recognized where they are blank", async () => {
    const pdf = assemblePdf(
      [SENTENCE, ""].map((text) => ({
        dictionary: "",
        content: Buffer.from(`BT /F1 12 Tf 72 720 Td (${text.replace("\n", " ")}) Tj ET`),
      })),
    );
    expect((await read(pdf, () => "never asked")).pictures).toEqual([]);
  });

  it("are drawn at 200 dots per inch, upright and dark on light", async () => {
    const { pictures } = await read(pdfOfPictures([await scanOf(SENTENCE)]), () => "A");
    expect(pictures[0]).toMatchObject({ width: 1700, height: 2200, dotsPerInch: 200 });
    const shades = pictures[0]?.pixels ?? new Uint8Array(0);
    expect(shades.filter((shade) => shade > 200).length).toBeGreaterThan(shades.length * 0.9);
  });

  it("say that no letters were found, or that nobody looked", async () => {
    await expect(read(pdfOfPictures([DARK]), () => "")).rejects.toMatchObject({
      reason: "scanned",
      message: expect.stringContaining("no letters"),
    });
    await expect(readPdf(pdfOfPictures([DARK]), contextFor("a.pdf"))).rejects.toMatchObject({
      reason: "scanned",
      message: expect.stringContaining("switched off"),
    });
  });

  it("fail with the recognizer", async () => {
    const failing = () => {
      throw new Error("the engine is broken");
    };
    await expect(read(pdfOfPictures([DARK, DARK, DARK]), failing)).rejects.toThrow("the engine is broken");
  });

  it("are drawn coarser where they are as large as a house", async () => {
    const pdf = Buffer.from(pdfOfPictures([DARK]))
      .toString("latin1")
      .replace("612 792", "9999 9999");
    const { pictures } = await read(Buffer.from(pdf, "latin1"), () => "A");
    const { width = 0, height = 0 } = pictures[0] ?? {};
    expect(width * height).toBeLessThan(8_100_000);
    expect(width * height).toBeGreaterThan(7_000_000);
  });
});
