import { describe, expect, it } from "vitest";
import { type BitmapParts, bitmapOf } from "../testing/make-bitmap.ts";
import { decodeBitmap, isBitmap, UnreadableBitmap } from "./decode-bitmap.ts";

const RED = [255, 0, 0];
const GREEN = [0, 255, 0];
const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];

const decode = (bytes: Uint8Array, longestSide = 100) => decodeBitmap(bytes, longestSide);

describe("decodeBitmap", () => {
  const rows24 = [
    [0, 0, 255, 0, 255, 0],
    [255, 0, 0, 255, 255, 255],
  ];

  it.each<[string, BitmapParts]>([
    ["24 bits, from the bottom", { bits: 24, rows: rows24 }],
    ["24 bits, from the top", { bits: 24, rows: rows24, isTopDown: true }],
    [
      "32 bits",
      {
        bits: 32,
        rows: [
          [0, 0, 255, 0, 0, 255, 0, 0],
          [255, 0, 0, 0, 255, 255, 255, 0],
        ],
      },
    ],
    [
      "32 bits with masks of their own",
      {
        bits: 32,
        compression: 3,
        masks: [0xff, 0xff00, 0xff0000],
        rows: [
          [255, 0, 0, 0, 0, 255, 0, 0],
          [0, 0, 255, 0, 255, 255, 255, 0],
        ],
      },
    ],
    [
      "16 bits",
      {
        bits: 16,
        rows: [
          [0x00, 0x7c, 0xe0, 0x03],
          [0x1f, 0x00, 0xff, 0x7f],
        ],
      },
    ],
    [
      "a palette of 8 bits",
      {
        bits: 8,
        palette: [RED, GREEN, BLUE, WHITE],
        rows: [
          [0, 1],
          [2, 3],
        ],
      },
    ],
    ["a palette of 4 bits", { bits: 4, palette: [RED, GREEN, BLUE, WHITE], rows: [[0x01], [0x23]] }],
  ])("reads %s", (_, parts) => {
    const { width, height, bytes } = decode(bitmapOf(parts));
    expect({ width, height }).toEqual({ width: 2, height: 2 });
    expect([...bytes]).toEqual([...RED, ...GREEN, ...BLUE, ...WHITE]);
  });

  it("reads a palette of 1 bit, eight pixels to the byte", () => {
    const { bytes } = decode(
      bitmapOf({ bits: 1, width: 9, palette: [WHITE, RED], rows: [[0b01000001, 0b10000000]] }),
    );
    const reds = Array.from({ length: 9 }, (_, i) => (bytes[i * 3 + 1] === 0 ? i : -1)).filter((i) => i >= 0);
    expect(reds).toEqual([1, 7, 8]);
  });

  it("reads a large bitmap at a fraction of its size", () => {
    const row = Array.from({ length: 20 }, (_, i) => [0, 0, i]).flat();
    const { width, height, bytes } = decode(bitmapOf({ bits: 24, width: 20, rows: Array(10).fill(row) }), 7);
    expect({ width, height }).toEqual({ width: 7, height: 4 });
    expect([...bytes.subarray(0, 9)]).toEqual([0, 0, 0, 3, 0, 0, 6, 0, 0]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ["is compressed", bitmapOf({ bits: 8, compression: 1, rows: [[0]], palette: [RED] }), /compressed/],
    ["lacks pixels", bitmapOf({ bits: 24, rows: rows24 }).subarray(0, 66), /cut short/],
    ["is nothing but a mark", Buffer.from("BM"), /cut short/],
    ["has 7 bits for each pixel", bitmapOf({ bits: 7, rows: [[0]] }), /makes no sense/],
    ["has no width", bitmapOf({ bits: 24, width: 0, rows: [[0]] }), /makes no sense/],
  ])("refuses one that %s", (_, bytes, message) => {
    expect(() => decode(bytes)).toThrow(UnreadableBitmap);
    expect(() => decode(bytes)).toThrow(message);
  });

  it("knows a bitmap by its first letters", () => {
    expect(isBitmap(bitmapOf({ bits: 24, rows: rows24 }))).toBe(true);
    expect(isBitmap(Buffer.from("PNG"))).toBe(false);
  });
});
