import type { GreyPicture } from "./text-recognizer.ts";

const PAPER_STEP = 40;

/** The share of a picture that is clearly darker or lighter than most of it. */
export function inkShareOf({ pixels }: GreyPicture): number {
  const counts = new Uint32Array(256);
  for (const shade of pixels) counts[shade] = (counts[shade] ?? 0) + 1;
  const paper = counts.indexOf(Math.max(...counts));
  let ink = 0;
  for (const [shade, count] of counts.entries()) if (Math.abs(shade - paper) > PAPER_STEP) ink += count;
  return pixels.length === 0 ? 0 : ink / pixels.length;
}
