import { AppError } from "../../domain/errors.ts";
import type { VisionModel } from "../../ports/vision-model.ts";

/** Stands where no vision model is configured: refuses every image and says what to configure. */
export function openNoVisionModel(): VisionModel {
  return {
    async describe({ name }, signal) {
      signal.throwIfAborted();
      throw new AppError("vision-not-configured", `No vision model is configured to describe ${name}`, {
        details:
          "Set GEMINI_API_KEY, or OPENAI_BASE_URL together with VISION_MODEL, and index the image again",
      });
    },
  };
}
