import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { GreyPicture } from "../ocr/text-recognizer.ts";

/** Draws the pages of one PDF. */
export interface PageRenderer {
  /** The page as it would be printed, its number from 1. */
  render(pageNumber: number): Promise<GreyPicture>;
  close(): void;
}

const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;
/** A page that would be larger is drawn coarser: A3 just fits. */
const MAX_PIXELS = 8_000_000;
const MAX_SIDE = 30_000;

/** Opens a PDF for drawing. */
export async function openPageRenderer(bytes: Uint8Array): Promise<PageRenderer> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  return {
    async render(pageNumber) {
      const page = document.getPage(pageNumber - 1);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const points = originalWidth * originalHeight;
      if (!(points > 0)) throw new Error(`Page ${pageNumber} cannot be drawn`);
      const scale = Math.min(
        DOTS_PER_INCH / POINTS_PER_INCH,
        Math.sqrt(MAX_PIXELS / points),
        MAX_SIDE / Math.max(originalWidth, originalHeight),
      );
      const { width, height, data } = await page.render({ scale, colorSpace: "Gray", render: "bitmap" });
      return { width, height, pixels: data, dotsPerInch: Math.round(scale * POINTS_PER_INCH) };
    },
    close() {
      document.destroy();
      library.destroy();
    },
  };
}
