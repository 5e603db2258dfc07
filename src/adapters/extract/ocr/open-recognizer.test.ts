import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { readImage } from "../image/read-image.ts";
import { readPdf } from "../pdf/read-pdf.ts";
import { contextFor } from "../testing/read-context.ts";
import { pdfOfPictures, scanOf } from "../testing/scanned-page.ts";
import { openRecognizer } from "./open-recognizer.ts";

const recognizer = openRecognizer(["eng"]);
afterAll(() => recognizer.close());

const LINES = "The lighthouse keeper\nwrote seven letters";

describe("a recognizer", () => {
  it("reads the letters in a picture, line by line", async () => {
    expect((await recognizer.recognize(await scanOf(LINES))).trim()).toBe(LINES);
  });

  it("reads several pictures at once without mixing them up", async () => {
    const texts = ["The first harbour", "The second garden", "The third mountain"];
    const read = await Promise.all(texts.map(async (text) => recognizer.recognize(await scanOf(text))));
    expect(read.map((text) => text.trim())).toEqual(texts);
  });

  it("finds nothing on blank paper", async () => {
    const width = 300;
    const pixels = new Uint8Array(width * width).fill(255);
    expect((await recognizer.recognize({ width, height: width, pixels, dotsPerInch: 200 })).trim()).toBe("");
  });

  it("fails for a language that it does not have, and for no other reason", async () => {
    const stranger = openRecognizer(["xyz"]);
    await expect(stranger.recognize(await scanOf("Text"))).rejects.toThrow("xyz");
    await stranger.close();
  });
});

describe("what it reads", () => {
  it("is the text of scanned pages, by their numbers", async () => {
    const pdf = pdfOfPictures([await scanOf(LINES), await scanOf("Postcards from the island")]);
    const text = await readPdf(pdf, { ...contextFor("a.pdf"), recognizer });
    expect(text.parts.map(({ text, pageNumber }) => [text, pageNumber])).toEqual([
      [LINES, 1],
      ["Postcards from the island", 2],
    ]);
  });

  it("is the text of a photograph", async () => {
    const { width, height, pixels } = await scanOf(LINES);
    const photo = await sharp(pixels, { raw: { width, height, channels: 1 } })
      .jpeg()
      .toBuffer();
    const { parts } = await readImage(photo, { ...contextFor("a.jpg"), recognizer });
    expect(parts).toEqual([{ text: LINES, pageNumber: null, section: null }]);
  });
});
