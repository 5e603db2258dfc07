import { AppError } from "../../domain/errors.ts";
import type { SourceFile } from "../../ports/text-extractor.ts";
import type { VisionModel } from "../../ports/vision-model.ts";
import type { OpenTextExtractor } from "./open-text-extractor.ts";

/**
 * Stands where no vision model is configured: the description of an image is the text that can be read in it. An
 * image without letters is the AppError `no-text`, which says what would describe it.
 */
export function openOcrVisionModel({ transcribe }: Pick<OpenTextExtractor, "transcribe">): VisionModel {
  return {
    async describe(image, signal) {
      const { beginning, bytes, close } = await peek(image.bytes);
      try {
        if (!looksLikeImage(image.name, beginning)) throw notAnImage(image.name);
        return await transcribe({ ...image, bytes }, signal).catch((error: unknown) => {
          throw error instanceof AppError ? translated(error, image.name) : error;
        });
      } finally {
        close();
      }
    },
  };
}

/** How much of a file is looked at to see what it is. */
const PEEKED_BYTES = 4096;

/** The beginning of some bytes, and all of them; `close` lets their source go. */
async function peek(source: SourceFile["bytes"]) {
  const seen: Uint8Array[] = [];
  let seenBytes = 0;
  const iterator = source[Symbol.asyncIterator]();
  while (seenBytes < PEEKED_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    seen.push(next.value);
    seenBytes += next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* seen;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return {
    beginning: Buffer.concat(seen).subarray(0, PEEKED_BYTES),
    bytes: all(),
    // Not awaited: a source that hangs would hang here too.
    close: () => void iterator.return?.().catch(() => undefined),
  };
}

/** How the formats begin that images come in; SVG is text. */
const BEGINNINGS = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF.{4}WEBP/s, /^BM/, /^(?:II\*\0|MM\0\*)/];

function looksLikeImage(name: string, beginning: Buffer): boolean {
  const letters = beginning.toString("latin1");
  return (
    BEGINNINGS.some((pattern) => pattern.test(letters)) ||
    (/\.svg$/i.test(name) && /<svg|<\?xml|<!--/i.test(letters))
  );
}

function notAnImage(name: string): AppError {
  return new AppError("no-text", "No extractable text found in the file", {
    details: `${name} is broken or not an image`,
  });
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
