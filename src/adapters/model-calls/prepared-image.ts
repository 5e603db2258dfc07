import type { SourceFile } from "../../ports/text-extractor.ts";

/** An image that every provider accepts. */
export interface PreparedImage {
  /** Its bytes in base64, which is how requests carry them. */
  base64: string;
  mediaType: "image/png" | "image/jpeg";
}

/** Makes an image one that every provider accepts. What cannot be read is the AppError `no-text`. */
export type PrepareImage = (image: SourceFile, signal: AbortSignal) => Promise<PreparedImage>;
