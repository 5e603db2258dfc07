import type { Metadata } from "sharp";

/** What an image may unfold to where it is read line by line: somewhat more than the largest cameras make. */
export const MAX_PIXELS = 220_000_000;
/** And where it is held as a whole. */
const MAX_PIXELS_HELD = 100_000_000;

/** An image that would unfold to more than it may. */
class TooManyPixels extends Error {
  constructor(limit: number) {
    super(`has more than ${limit / 1_000_000} million pixels`);
  }
}

/** Throws TooManyPixels where an image of this kind may not be so large. What is above MAX_PIXELS sharp refuses. */
export function expectFewPixels({ format, isProgressive, width, height }: Metadata): void {
  // A picture that is sent in ever finer detail is there only at its end.
  const isReadByLines = (format === "jpeg" || format === "png") && !isProgressive;
  if (!isReadByLines && width * height > MAX_PIXELS_HELD) throw new TooManyPixels(MAX_PIXELS_HELD);
}

/** The error as TooManyPixels, if that is what it means. */
export function asTooManyPixels(error: unknown): TooManyPixels | undefined {
  if (error instanceof TooManyPixels) return error;
  const isSharps = error instanceof Error && /pixel limit/i.test(error.message);
  return isSharps ? new TooManyPixels(MAX_PIXELS) : undefined;
}
