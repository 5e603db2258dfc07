import { AppError } from "../../domain/errors.ts";
import type { ExtractedText } from "../../domain/passage.ts";
import type { TextExtractor } from "../../ports/text-extractor.ts";
import type { Image, VisionModel } from "../../ports/vision-model.ts";

/**
 * Stands where no vision model is configured: the description of an image is the text that can be read in it. An
 * image without letters is the AppError `no-text`, which says what would describe it.
 */
export function openOcrVisionModel(extractor: TextExtractor): VisionModel {
  return {
    async describe(image, signal) {
      if (!looksLikeImage(image)) throw notAnImage(image.name);
      const { parts } = await extract(extractor, image, signal);
      return parts.map((part) => part.text).join("\n\n");
    },
  };
}

/** How the formats begin that images come in; SVG is text. */
const BEGINNINGS = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF.{4}WEBP/s, /^BM/, /^(?:II\*\0|MM\0\*)/];

function looksLikeImage({ name, bytes }: Image): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  return (
    BEGINNINGS.some((pattern) => pattern.test(beginning)) ||
    (/\.svg$/i.test(name) && /<svg|<\?xml|<!--/i.test(beginning))
  );
}

function notAnImage(name: string): AppError {
  return new AppError("no-text", "No extractable text found in the file", {
    details: `${name} is broken or not an image`,
  });
}

async function extract(
  extractor: TextExtractor,
  { name, bytes }: Image,
  signal: AbortSignal,
): Promise<ExtractedText> {
  const file = { name, sizeBytes: bytes.length, bytes: inOnePiece(bytes) };
  try {
    return await extractor.extract(file, () => undefined, signal);
  } catch (error) {
    throw error instanceof AppError ? translated(error, name) : error;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

function translated(error: AppError, name: string): AppError {
  if (error.code === "extraction-failed") {
    return new AppError("model-failed", `The letters in ${name} could not be read`, { cause: error });
  }
  if (error.code !== "no-text") return error;
  return new AppError("no-text", error.message, {
    details: `${error.details ?? ""} A vision model would describe ${name}: set GEMINI_API_KEY, or OPENAI_BASE_URL together with VISION_MODEL.`,
    cause: error,
  });
}
