import { describe, expect, it } from "vitest";
import { inkShareOf } from "./ink-share.ts";

const share = (...pixels: number[]) =>
  inkShareOf({ width: pixels.length, height: 1, pixels: Uint8Array.from(pixels), dotsPerInch: 200 });

describe("inkShareOf", () => {
  it.each([
    ["white paper", [255, 255, 254, 250], 0],
    ["dark on light", [255, 255, 255, 0], 0.25],
    ["light on dark", [0, 0, 0, 255], 0.25],
    ["grey paper with shadows", [180, 180, 170, 200], 0],
    ["nothing", [], 0],
  ])("of %s", (_, pixels, expected) => {
    expect(share(...pixels)).toBe(expected);
  });
});
