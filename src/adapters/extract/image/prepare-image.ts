import sharp, { type Sharp, type SharpOptions } from "sharp";
import { AppError } from "../../../domain/errors.ts";
import type { PreparedImage } from "../../model-calls/prepared-image.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import { ReadFailure } from "../read-failure.ts";
import { decodeBitmap, isBitmap, UnreadableBitmap } from "./decode-bitmap.ts";
import { withinDrawingTime } from "./drawing-time.ts";
import { asTooManyPixels, expectFewPixels, MAX_PIXELS } from "./pixel-limit.ts";

/** A picture as it came. */
interface Picture {
  name: string;
  bytes: Uint8Array;
}

/** The longest side that is sent: providers scale down what is larger. */
const LONGEST_SIDE = 2048;
/** How large a drawing is rendered that names no size or a small one. */
const DRAWING_SIDE = 1024;
/** A picture with sharp edges stays one up to this size; base64 and the rest of a request come on top. */
const MAX_PNG_BYTES = 4 * 1024 * 1024;
const JPEG_QUALITY = 85;

/**
 * Scales an image down and encodes it as PNG or JPEG: the first frame of an animation, upright, on white. A drawing
 * is rendered, and nothing that it points to is loaded. What cannot be read is the AppError `no-text`.
 */
export async function prepareImage(
  { name, bytes }: Picture,
  { pictureTimeMs }: Pick<ExtractionLimits, "pictureTimeMs">,
): Promise<PreparedImage> {
  try {
    return await withinDrawingTime(pictureTimeMs, () => encode(bytes));
  } catch (error) {
    throw error instanceof ReadFailure ? error : unreadable(name, error);
  }
}

const LIMITS = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 } as const satisfies SharpOptions;

async function encode(bytes: Uint8Array): Promise<PreparedImage> {
  if (isBitmap(bytes)) {
    const { width, height, bytes: pixels } = decodeBitmap(bytes, 2 * LONGEST_SIDE);
    return encodeDrawn(scaleDown(sharp(pixels, { raw: { width, height, channels: 3 } })));
  }
  const metadata = await sharp(bytes, LIMITS).metadata();
  const { format, width, height } = metadata;
  expectFewPixels(metadata);
  if (format === "svg") {
    const density = Math.min(72 * Math.max(1, DRAWING_SIDE / Math.max(width, height, 1)), 2_400);
    return encodeDrawn(scaleDown(sharp(bytes, { ...LIMITS, density })));
  }
  const image = scaleDown(sharp(bytes, LIMITS));
  return format === "png" || format === "gif" ? encodeDrawn(image) : encodePhoto(image);
}

function scaleDown(image: Sharp): Sharp {
  return image
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" });
}

async function encodeDrawn(image: Sharp): Promise<PreparedImage> {
  const bytes = await image.clone().png().toBuffer();
  return bytes.byteLength > MAX_PNG_BYTES
    ? encodePhoto(image)
    : { base64: bytes.toString("base64"), mediaType: "image/png" };
}

async function encodePhoto(image: Sharp): Promise<PreparedImage> {
  const bytes = await image.jpeg({ quality: JPEG_QUALITY }).toBuffer();
  return { base64: bytes.toString("base64"), mediaType: "image/jpeg" };
}

function unreadable(name: string, error: unknown): AppError {
  return new AppError("no-text", "No extractable text found in the file", {
    details: `${name} ${whyUnreadable(error)}`,
    cause: error,
  });
}

function whyUnreadable(error: unknown): string {
  return (
    asTooManyPixels(error)?.message ??
    (error instanceof UnreadableBitmap
      ? `is not an image that can be read: ${error.message}`
      : "is broken or not an image")
  );
}
