import { DEFAULT_LIMITS } from "../../src/adapters/extract/extraction-limits.ts";
import { prepareImage } from "../../src/adapters/extract/image/prepare-image.ts";
import type { PrepareImage } from "../../src/adapters/model-calls/prepared-image.ts";
import type { SourceFile } from "../../src/ports/text-extractor.ts";
import { inPieces } from "./new-file.ts";

/** A file that is in memory. */
export function sourceFile(name: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return {
    name,
    sizeBytes: bytes.length,
    bytes: inPieces(bytes),
  };
}

/** Prepares images in the test's own process. */
export const prepareHere: PrepareImage = async ({ name, bytes }, signal) => {
  signal.throwIfAborted();
  return prepareImage({ name, bytes: Buffer.concat(await Array.fromAsync(bytes)) }, DEFAULT_LIMITS);
};
