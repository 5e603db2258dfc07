import sharp, { type Sharp } from "sharp";
import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { isUsableText } from "../ocr/is-usable-text.ts";
import { adviceOn, likelyLanguages } from "../ocr/languages.ts";
import type { GreyPicture } from "../ocr/text-recognizer.ts";
import { corrupt, ReadFailure, tooLarge, unsupported } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { decodeBitmap, isBitmap, UnreadableBitmap } from "./decode-bitmap.ts";
import { withinDrawingTime } from "./drawing-time.ts";
import { asTooManyPixels, expectFewPixels, MAX_PIXELS } from "./pixel-limit.ts";

/** Reads the letters in a picture, or in each page of a scan of several pages. */
export async function readImage(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const pages = await pagesOf(bytes, context);
  if (pages > context.limits.pages)
    throw tooLarge(`it has ${pages} pages, and ${context.limits.pages} are allowed`);
  const parts: TextPart[] = [];
  for (let page = 0; page < pages; page++) {
    const text = await readPicture(bytes, context, page);
    parts.push({ text, pageNumber: pages === 1 ? null : page + 1, section: null });
    context.onPage(page + 1, pages);
  }
  if (parts.every(({ text }) => text === "")) {
    const advice = adviceOn(likelyLanguages({ name: context.name, tag: null, text: "" }));
    throw new ReadFailure("empty", `No letters could be made out in the picture. ${advice}`);
  }
  return { syntax: "plain", parts, pages: pages === 1 ? null : pages };
}

/** The letters in one page of a picture; empty where there are none. */
export async function readPicture(bytes: Uint8Array, context: ReadContext, page = 0): Promise<string> {
  if (context.recognizer === null) throw unsupported("a picture, and text recognition (OCR) is switched off");
  const picture = await translated(context, () => greyPicture(bytes, page));
  const likely = likelyLanguages({ name: context.name, tag: null, text: "" });
  const text = cleanText(await context.recognizer.recognize(picture, likely)).trim();
  return isUsableText(text) ? text : "";
}

/** What is read of it: more shows no more letters, and the recognizer counts pixels in sixteen bits. */
const MAX_READ_PIXELS = 8_000_000;
const MAX_SIDE = 30_000;
/** A smaller one is a screenshot, whose letters are too small to be told apart. */
const SMALL_SIDE = 1_500;
const MAX_BITMAP_SIDE = 4_000;
const DOTS_PER_INCH = 200;

const limitsFor = (page: number) =>
  ({ limitInputPixels: MAX_PIXELS, failOn: "error", page, pages: 1 }) as const;

/** Only TIFF holds pages: what other formats hold several of are frames of a film. */
async function pagesOf(bytes: Uint8Array, context: ReadContext): Promise<number> {
  if (isBitmap(bytes)) return 1;
  const { format, pages = 1 } = await translated(context, () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata(),
  );
  return format === "tiff" ? pages : 1;
}

async function greyPicture(bytes: Uint8Array, page: number): Promise<GreyPicture> {
  const image = openImage(bytes, page);
  const metadata = await image.metadata();
  expectFewPixels(metadata);
  const { width, height } = metadata.autoOrient;
  const wanted = Math.max(width, height) < SMALL_SIDE ? 2 : 1;
  const scale = Math.min(
    wanted,
    Math.sqrt(MAX_READ_PIXELS / (width * height)),
    MAX_SIDE / Math.max(width, height),
  );
  const { data, info } = await image
    .autoOrient()
    .resize({
      width: Math.max(1, Math.floor(width * scale)),
      height: Math.max(1, Math.floor(height * scale)),
      fit: "fill",
    })
    .flatten({ background: "white" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data, dotsPerInch: DOTS_PER_INCH };
}

function openImage(bytes: Uint8Array, page: number): Sharp {
  if (!isBitmap(bytes)) return sharp(bytes, limitsFor(page));
  const { width, height, bytes: pixels } = decodeBitmap(bytes, MAX_BITMAP_SIDE);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Whatever fails here, the picture is to blame for. */
async function translated<T>({ limits }: ReadContext, work: () => Promise<T>): Promise<T> {
  try {
    return await withinDrawingTime(limits.pictureTimeMs, work);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ReadFailure) throw error;
    const tooMany = asTooManyPixels(error);
    if (tooMany !== undefined) throw tooLarge(`it ${tooMany.message}`);
    throw corrupt(error instanceof UnreadableBitmap ? `an image: ${error.message}` : "an image", error);
  }
}
