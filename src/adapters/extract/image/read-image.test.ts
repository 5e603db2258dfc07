import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fakeRecognizer } from "../testing/fake-recognizer.ts";
import { bitmapOf } from "../testing/make-bitmap.ts";
import { contextFor } from "../testing/read-context.ts";
import { readImage } from "./read-image.ts";

const page = (width: number, height: number, background = "white") =>
  sharp({ create: { width, height, channels: 3, background } });

async function read(bytes: Uint8Array, see: Parameters<typeof fakeRecognizer>[0] = () => "Some words") {
  const recognizer = fakeRecognizer(see);
  const progress: string[] = [];
  const onPage = (done: number, total: number) => progress.push(`${done}/${total}`);
  const text = await readImage(bytes, { ...contextFor("a.png"), recognizer, onPage });
  return { ...text, pictures: recognizer.pictures, progress };
}

describe("readImage", () => {
  it.each(["png", "jpeg", "gif", "webp", "tiff", "avif"] as const)("reads %s", async (format) => {
    const { parts, pages, pictures } = await read(await page(1600, 100).toFormat(format).toBuffer());
    expect(parts).toEqual([{ text: "Some words", pageNumber: null, section: null }]);
    expect(pages).toBeNull();
    expect(pictures).toMatchObject([{ width: 1600, height: 100 }]);
  });

  it("reads a bitmap", async () => {
    const white = new Array(6).fill(255);
    const bytes = bitmapOf({ bits: 24, rows: [white, white] });
    expect((await read(bytes)).pictures).toMatchObject([{ width: 4, height: 4 }]);
  });

  it("doubles the small letters of a screenshot, and shrinks a photograph", async () => {
    expect((await read(await page(400, 300).png().toBuffer())).pictures).toMatchObject([{ width: 800 }]);
    const { pictures } = await read(await page(6000, 5000).jpeg().toBuffer());
    const { width = 0, height = 0 } = pictures[0] ?? {};
    expect(width * height).toBeLessThan(8_100_000);
  });

  it("turns a photograph upright and puts what is transparent on white", async () => {
    const turned = await page(1600, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect((await read(turned)).pictures).toMatchObject([{ width: 100, height: 1600 }]);
    const glass = { width: 10, height: 10, channels: 4, background: "transparent" } as const;
    const { pictures } = await read(await sharp({ create: glass }).png().toBuffer());
    expect(pictures[0]?.pixels.every((shade) => shade === 255)).toBe(true);
  });

  it("numbers the pages of a TIFF and tells its progress", async () => {
    const frames = await Promise.all(
      ["white", "black"].map((colour) => page(50, 40, colour).png().toBuffer()),
    );
    const tiff = await sharp(frames, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const { parts, pages, progress } = await read(tiff, (_, index) => `Page ${index + 1}`);
    expect(parts.map(({ text, pageNumber }) => [text, pageNumber])).toEqual([
      ["Page 1", 1],
      ["Page 2", 2],
    ]);
    expect(pages).toBe(2);
    expect(progress).toEqual(["1/2", "2/2"]);
  });

  it.each(["", " \n", "\ue000\ue001"])("says that there are no letters where %j was seen", async (seen) => {
    await expect(read(await page(20, 20).png().toBuffer(), () => seen)).rejects.toMatchObject({
      reason: "empty",
      message: expect.stringContaining("No letters"),
    });
  });

  it("calls an image that is cut off damaged", async () => {
    const whole = await page(500, 500).jpeg().toBuffer();
    await expect(read(whole.subarray(0, 200))).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("reads a photo of 108 million pixels, but not one that has to be held as a whole", async () => {
    const photo = page(12_000, 9_000);
    const { parts } = await read(await photo.clone().jpeg().toBuffer());
    expect(parts).toMatchObject([{ text: "Some words" }]);
    await expect(read(await photo.clone().jpeg({ progressive: true }).toBuffer())).rejects.toMatchObject({
      reason: "too-large",
      message: expect.stringContaining("more than 100 million pixels"),
    });
  });

  it("refuses an image that claims more pixels than allowed, without unfolding it", async () => {
    const png = await page(20, 20).png().toBuffer();
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    await expect(read(png)).rejects.toMatchObject({ reason: "too-large" });
  });
});
