import { describe, expect, it } from "vitest";
import { sourceFile } from "../../../test/doubles/source-file.ts";
import { AppError } from "../../domain/errors.ts";
import type { SourceFile } from "../../ports/text-extractor.ts";
import { openOcrVisionModel } from "./ocr-vision-model.ts";

const { signal } = new AbortController();
const image = () => sourceFile("sign.png", Buffer.from("89504e470d0a1a0a", "hex"));

const describeWith = (transcribe: (image: SourceFile) => Promise<string>) =>
  openOcrVisionModel({ transcribe }).describe(image(), signal);
const failing = (error: Error) => describeWith(() => Promise.reject(error));

describe("openOcrVisionModel", () => {
  it("describes an image by the text in it, which is read whole", async () => {
    const files: (Omit<SourceFile, "bytes"> & { hex: string })[] = [];
    const description = await describeWith(async ({ bytes, ...file }) => {
      files.push({ ...file, hex: Buffer.concat(await Array.fromAsync(bytes)).toString("hex") });
      return "One\n\nTwo";
    });
    expect(description).toBe("One\n\nTwo");
    expect(files).toEqual([{ name: "sign.png", sizeBytes: 8, hex: "89504e470d0a1a0a" }]);
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

  it("reads nothing that is no image, and lets its source go", async () => {
    let isClosed = false;
    const bytes = (async function* () {
      try {
        yield Buffer.alloc(5_000, "plain text ");
        yield Buffer.from("more");
      } finally {
        isClosed = true;
      }
    })();
    const model = openOcrVisionModel({ transcribe: () => Promise.reject(new Error("must not be asked")) });
    const text = { name: "sign.png", sizeBytes: 5_004, bytes };
    await expect(model.describe(text, signal)).rejects.toMatchObject({ code: "no-text" });
    expect(isClosed).toBe(true);
  });

  it("passes on the reason of the signal", async () => {
    await expect(failing(new Error("gone"))).rejects.toThrow("gone");
  });
});
