import type { SourceFile } from "./text-extractor.ts";

/**
 * Describes an image in words that can be searched.
 * Contract: test/contracts/vision-model.ts. The image is decoded where it can harm nobody. Where no model is configured the AppError is
 * `vision-not-configured`; every other failure is `model-failed`.
 */
export interface VisionModel {
  describe(image: SourceFile, signal: AbortSignal): Promise<string>;
}
