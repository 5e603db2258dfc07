import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/doubles/temporary-folder.ts";
import { DEFAULT_LIMITS } from "../extraction-limits.ts";
import { bitmapOf } from "../testing/make-bitmap.ts";
import { prepareImage } from "./prepare-image.ts";

const prepare = (bytes: Uint8Array, name = "image") => prepareImage({ name, bytes }, DEFAULT_LIMITS);
const svg = (body: string, attributes = 'width="40" height="20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`,
  );
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } });

/** Size of a prepared image and the colour of its first pixel. */
async function look({ base64 }: { base64: string }) {
  const { data, info } = await sharp(Buffer.from(base64, "base64"))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, first: [...data.subarray(0, 3)] };
}

describe("prepareImage", () => {
  const folder = temporaryFolder();

  it("scales a large photo down to 2048 on its longest side, as JPEG", async () => {
    const photo = await plain(3000, 1500).jpeg().toBuffer();
    const prepared = await prepare(photo);
    expect(prepared.mediaType).toBe("image/jpeg");
    expect(await look(prepared)).toMatchObject({ width: 2048, height: 1024 });
  });

  it("leaves a small picture its size, as PNG", async () => {
    const prepared = await prepare(await plain(30, 20).png().toBuffer());
    expect(prepared.mediaType).toBe("image/png");
    expect(await look(prepared)).toMatchObject({ width: 30, height: 20 });
  });

  it("sends a picture that is too large for PNG as JPEG", async () => {
    const noise = sharp({
      create: {
        width: 1300,
        height: 1300,
        channels: 3,
        background: "white",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    });
    const prepared = await prepare(await noise.png().toBuffer());
    expect(prepared.mediaType).toBe("image/jpeg");
  });

  it("turns a photo upright", async () => {
    const lying = await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await look(await prepare(lying))).toMatchObject({ width: 20, height: 40 });
  });

  it("puts a transparent picture on white", async () => {
    const clear = sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    expect(await look(await prepare(await clear.png().toBuffer()))).toMatchObject({ first: [255, 255, 255] });
  });

  it("takes the first frame of an animation", async () => {
    const frames = await sharp(
      await Promise.all(
        ["red", "blue"].map((background) =>
          sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    expect(await look(await prepare(frames))).toEqual({ width: 8, height: 8, first: [255, 0, 0] });
  });

  it("renders a small drawing large enough to be read", async () => {
    const prepared = await prepare(svg('<rect width="40" height="20" fill="red"/>'));
    expect(await look(prepared)).toEqual({ width: 1024, height: 512, first: [255, 0, 0] });
  });

  it("loads nothing that a drawing points to", async () => {
    const outside = folder.at("outside.png");
    await plain(40, 20).toFile(outside);
    const images = [outside, `file://${outside}`].map(
      (at) => `<image width="40" height="20" xlink:href="${at}"/>`,
    );
    const drawing = svg(`<rect width="40" height="20" fill="lime"/>${images.join("")}`);
    expect(await look(await prepare(drawing))).toMatchObject({ first: [0, 255, 0] });
  });

  it("reads a Windows bitmap", async () => {
    const bitmap = bitmapOf({ bits: 24, rows: [[0, 0, 255]] });
    expect(await look(await prepare(bitmap))).toEqual({ width: 2, height: 1, first: [255, 0, 0] });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ["nothing", new Uint8Array(), /is broken or not an image/],
    ["text", Buffer.from("This is no image at all."), /is broken or not an image/],
    [
      "the start of a PNG",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      /is broken or not an image/,
    ],
    ["the start of a bitmap", Buffer.from("BM rest"), /can be read: it is cut short/],
    ["a drawing that is not closed", svg("").subarray(0, 60), /is broken or not an image/],
    ["a drawing of a million by a million", svg("", 'width="1000000" height="1000000"'), /million pixels/],
    [
      "entities that unfold without end",
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY a "${"x".repeat(1000)}">${["b", "c", "d", "e", "f", "g", "h"]
          .map((name, i) => `<!ENTITY ${name} "${`&${"abcdefg"[i]};`.repeat(10)}">`)
          .join("")}]><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>&h;</text></svg>`,
      ),
      /is broken or not an image/,
    ],
  ])("says that %s has no text", async (_, bytes, details) => {
    await expect(prepare(bytes, "scan.png")).rejects.toMatchObject({
      code: "no-text",
      message: "No extractable text found in the file",
      details: expect.stringMatching(details),
    });
  });

  it("scales down what the largest cameras make, in little memory", async () => {
    const small = await plain(4, 3).png().toBuffer();
    const photo = await sharp(small)
      .resize(16_320, 12_240, { kernel: "nearest" })
      .jpeg({ optimiseCoding: false })
      .toBuffer();
    const before = process.resourceUsage().maxRSS;
    expect(await look(await prepare(photo))).toMatchObject({ width: 2048, height: 1536 });
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200 * 1024);
  });

  it.each([
    ["a picture", false, 19_000, 220],
    ["a picture that comes in ever finer detail", true, 11_000, 100],
  ])("refuses %s that unfolds to more pixels than it may", async (_, progressive, width, limit) => {
    const bomb = await plain(9, 9).png({ progressive }).toBuffer();
    bomb.writeUInt32BE(width, 16);
    bomb.writeUInt32BE(12_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(prepare(bomb)).rejects.toMatchObject({
      code: "no-text",
      details: `image has more than ${limit} million pixels`,
    });
  });
});
