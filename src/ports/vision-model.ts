/**
 * Describes an image in words that can be searched.
 * Contract: test/contracts/vision-model.ts. Where no model is configured the AppError is
 * `vision-not-configured`; every other failure is `model-failed`.
 */
export interface VisionModel {
  describe(image: Image, signal: AbortSignal): Promise<string>;
}

export interface Image {
  name: string;
  bytes: Uint8Array;
}
