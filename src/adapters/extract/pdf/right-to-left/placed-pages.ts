import { type GlyphSource, openGlyphSource } from "./placed-glyphs.ts";
import { plainLetters, rightToLeftText } from "./right-to-left-text.ts";

/** Reads pages by the places of their letters. */
export interface PlacedPages {
  /** The text of a page, or its own where letters of it cannot be found that way. */
  read(pageNumber: number, ownText: string): Promise<string>;
  close(): Promise<void>;
}

/** What share of the letters that a page says it has must be found again. */
const LEAST_SHARE = 0.8;

/** Opens a PDF for reading by the places of its letters; nothing is loaded before the first page. */
export function openPlacedPages(bytes: Uint8Array): PlacedPages {
  let opening: Promise<GlyphSource | null> | null = null;
  return {
    async read(pageNumber, ownText) {
      opening ??= openGlyphSource(bytes).catch(ifUnplaced);
      const source = await opening;
      const text = source === null ? "" : rightToLeftText(source.pageAt(pageNumber));
      return lettersIn(text) < lettersIn(ownText) * LEAST_SHARE ? plainLetters(ownText) : text;
    },
    async close() {
      (await opening)?.close();
    },
  };
}

/** The file is to blame where its letters cannot be placed: then its own text is all there is. */
function ifUnplaced(error: unknown): null {
  if (error instanceof Error) return null;
  throw error;
}

function lettersIn(text: string): number {
  return text.normalize("NFKD").match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
