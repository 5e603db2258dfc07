import { cleanText } from "../clean-text.ts";
import { inkShareOf } from "../ocr/ink-share.ts";
import { isUsableText } from "../ocr/is-usable-text.ts";
import type { GreyPicture, TextRecognizer } from "../ocr/text-recognizer.ts";
import { openPageRenderer, type PageRenderer } from "./open-page-renderer.ts";

/** Reads pages by their looks, where what they say of themselves is of no use. */
export interface ScannedPages {
  /** How many pages are worth asking for at the same time. */
  readonly width: number;
  /** The text that a page shows, or its own where that says as much or the page cannot be drawn. */
  read(pageNumber: number, ownText: string): Promise<string>;
  close(): Promise<void>;
}

/** Fewer letters than this on a page may be a stamp on a scan. */
const FEW_LETTERS = 25;
/** Below these shares of ink a page is blank, or holds no more than its few letters. */
const BLANK_SHARE = 0.0002;
const FEW_LETTERS_SHARE = 0.01;

/** Whether the text of a page may be less than what it shows. */
export function looksScanned(ownText: string): boolean {
  return lettersIn(ownText) < FEW_LETTERS || !isUsableText(ownText);
}

/** Opens a PDF for reading by its looks; nothing is loaded before the first page. */
export function openScannedPages(
  bytes: Uint8Array,
  recognizer: TextRecognizer,
  languagesOf: () => Promise<readonly string[]>,
): ScannedPages {
  let opening: Promise<PageRenderer | null> | null = null;

  async function draw(pageNumber: number): Promise<GreyPicture | null> {
    opening ??= openPageRenderer(bytes).catch(ifUndrawable);
    return (await opening)?.render(pageNumber).catch(ifUndrawable) ?? null;
  }

  return {
    width: recognizer.width,
    async read(pageNumber, ownText) {
      const picture = await draw(pageNumber);
      const hasFewLetters = isUsableText(ownText);
      const leastInk = hasFewLetters ? FEW_LETTERS_SHARE : BLANK_SHARE;
      if (picture === null || inkShareOf(picture) < leastInk) return ownText;
      const shown = cleanText(await recognizer.recognize(picture, await languagesOf())).trim();
      if (hasFewLetters) return lettersIn(shown) > 2 * lettersIn(ownText) ? shown : ownText;
      // Where the letters cannot be made out either, the page's own word stands.
      return isUsableText(shown) ? shown : ownText;
    },
    async close() {
      (await opening)?.close();
    },
  };
}

/** The file is to blame where it, or a page of it, cannot be drawn: then its own text is all there is. */
function ifUndrawable(error: unknown): null {
  if (error instanceof Error) return null;
  throw error;
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
