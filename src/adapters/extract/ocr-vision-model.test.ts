import { describe, expect, it } from "vitest";
import { AppError } from "../../domain/errors.ts";
import type { SourceFile, TextExtractor } from "../../ports/text-extractor.ts";
import { openOcrVisionModel } from "./ocr-vision-model.ts";

const IMAGE = { name: "sign.png", bytes: Uint8Array.from(Buffer.from("89504e470d0a1a0a", "hex")) };
const { signal } = new AbortController();

const describeWith = (extract: TextExtractor["extract"]) =>
  openOcrVisionModel({ extract }).describe(IMAGE, signal);
const failing = (error: Error) => describeWith(() => Promise.reject(error));

describe("openOcrVisionModel", () => {
  it("describes an image by the text in it", async () => {
    const files: SourceFile[] = [];
    const description = await describeWith(async (file) => {
      files.push(file);
      const part = { pageNumber: null, section: null };
      return {
        syntax: "plain",
        parts: [
          { ...part, text: "One" },
          { ...part, text: "Two" },
        ],
        pages: null,
      };
    });
    expect(description).toBe("One\n\nTwo");
    expect(files).toMatchObject([{ name: "sign.png", sizeBytes: 8 }]);
  });

  it("says what would describe an image without letters", async () => {
    const error = new AppError("no-text", "No extractable text found in the file", {
      details: "No letters.",
    });
    await expect(failing(error)).rejects.toMatchObject({
      code: "no-text",
      message: "No extractable text found in the file",
      details: expect.stringMatching(/^No letters\. .*sign\.png.*VISION_MODEL/),
    });
  });

  it.each([
    ["extraction-failed", "model-failed"],
    ["timed-out", "timed-out"],
    ["cancelled", "cancelled"],
  ] as const)("tells %s as %s", async (code, told) => {
    await expect(failing(new AppError(code, "x"))).rejects.toMatchObject({ code: told });
  });

  it("reads nothing that is no image", async () => {
    const text = { name: "sign.png", bytes: new TextEncoder().encode("plain text") };
    const model = openOcrVisionModel({ extract: () => Promise.reject(new Error("must not be asked")) });
    await expect(model.describe(text, signal)).rejects.toMatchObject({ code: "no-text" });
  });

  it("passes on the reason of the signal", async () => {
    await expect(failing(new Error("gone"))).rejects.toThrow("gone");
  });
});
