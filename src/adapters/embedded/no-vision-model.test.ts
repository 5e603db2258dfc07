import { describe, expect, it } from "vitest";
import { sourceFile } from "../../../test/doubles/source-file.ts";
import { openNoVisionModel } from "./no-vision-model.ts";

describe("openNoVisionModel", () => {
  it("names the file that nobody can describe", async () => {
    const image = sourceFile("holiday.jpg", new Uint8Array(1));
    await expect(openNoVisionModel().describe(image, new AbortController().signal)).rejects.toThrow(
      "No vision model is configured to describe holiday.jpg",
    );
  });
});
