import { describe, expect, it } from "vitest";
import type { VisionModel } from "../../src/ports/vision-model.ts";
import { sourceFile } from "../doubles/source-file.ts";
import { openDuring } from "./open-during.ts";

/** A vision model to be tested. */
export interface VisionModelSubject {
  model: VisionModel;
  /** The same kind of model over an upstream that refuses every call; null where there is no upstream. */
  failingModel: VisionModel | null;
  close(): Promise<void>;
}

/** What every vision model promises. `configured` says whether there is a model behind it. */
export function visionModelContract(
  name: string,
  { configured }: { configured: boolean },
  open: () => Promise<VisionModelSubject>,
): void {
  describe(`${name} as a vision model`, () => {
    let subject: VisionModelSubject;
    openDuring(open, "test", (opened) => {
      subject = opened;
    });
    const live = () => new AbortController().signal;

    it("refuses a signal that is aborted already", async () => {
      const reason = new Error("gone");
      await expect(subject.model.describe(pixel(), AbortSignal.abort(reason))).rejects.toThrow();
    });

    if (configured) {
      it("describes an image in words", async () => {
        expect(await subject.model.describe(pixel(), live())).toMatch(/\p{L}/u);
      });

      it("gives a failure its name", async () => {
        const description = subject.failingModel?.describe(pixel(), live());
        await expect(description).rejects.toMatchObject({ name: "AppError", code: "model-failed" });
      });
    } else {
      it("says that it is not configured, which file it is about and what to do", async () => {
        await expect(subject.model.describe(pixel(), live())).rejects.toMatchObject({
          name: "AppError",
          code: "vision-not-configured",
          message: expect.stringContaining("pixel.gif"),
          details: expect.stringMatching(/GEMINI_API_KEY.*OPENAI_BASE_URL.*VISION_MODEL/),
        });
      });
    }
  });
}

/** A picture of one pixel. */
const pixel = () =>
  sourceFile("pixel.gif", Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64"));
