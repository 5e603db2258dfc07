import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument, PasswordException, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ExtractedText } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { adviceOn } from "../ocr/languages.ts";
import { corrupt, encrypted, ReadFailure, tooLarge } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { annotationTexts } from "./annotation-texts.ts";
import { joinHyphens } from "./join-hyphens.ts";
import { type LikelyLanguages, openLikelyLanguages } from "./likely-languages.ts";
import { openTasks } from "./open-tasks.ts";
import { pageText } from "./page-text.ts";
import { openPlacedPages, type PlacedPages } from "./right-to-left/placed-pages.ts";
import { hasRightToLeft } from "./right-to-left/right-to-left-text.ts";
import { looksScanned, openScannedPages, type ScannedPages } from "./scanned-pages.ts";

/** Reads a PDF page by page. A page that is broken is left out as long as another one can be read. */
export async function readPdf(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${join(PDFJS_DIRECTORY, "cmaps")}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(PDFJS_DIRECTORY, "standard_fonts")}/`,
    wasmUrl: `${join(PDFJS_DIRECTORY, "wasm")}/`,
    iccUrl: `${join(PDFJS_DIRECTORY, "iccs")}/`,
    useWorkerFetch: false,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    enableXfa: false,
    maxImageSize: 0,
    verbosity: 0,
  });
  const likely = openLikelyLanguages(task.promise, context.name);
  const { recognizer } = context;
  const scanned = recognizer === null ? null : openScannedPages(bytes, recognizer, () => likely.find());
  const placed = openPlacedPages(bytes);
  try {
    return await readPages(await open(task.promise), { scanned, placed, likely }, context);
  } finally {
    await task.destroy();
    await scanned?.close();
    await placed.close();
  }
}

const PDFJS_DIRECTORY = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

async function open(opening: Promise<PDFDocumentProxy>): Promise<PDFDocumentProxy> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof PasswordException) throw encrypted("PDF");
    throw corrupt("PDF", error);
  }
}

/** What a page says: the text set on it, and what was written onto it. */
interface PageTexts {
  ownText: string;
  notes: string[];
}

/** How a page is read where the text set on it is not what it shows. */
interface OtherReadings {
  scanned: ScannedPages | null;
  placed: PlacedPages;
  likely: LikelyLanguages;
}

async function readPages(
  pdf: PDFDocumentProxy,
  { scanned, placed, likely }: OtherReadings,
  context: ReadContext,
): Promise<ExtractedText> {
  const { limits } = context;
  const pages = pdf.numPages;
  if (pages > limits.pages) throw tooLarge(`it has ${pages} pages, and ${limits.pages} are allowed`);
  const texts: string[] = [];
  const failures: unknown[] = [];
  const recognizing = openTasks(scanned?.width ?? 1);
  let done = 0;
  let characters = 0;

  async function textsOf(pageNumber: number): Promise<PageTexts> {
    try {
      const page = await readPage(pdf, pageNumber);
      likely.add(page.ownText);
      if (!hasRightToLeft(page.ownText)) return page;
      return { ...page, ownText: await placed.read(pageNumber, page.ownText) };
    } catch (error) {
      failures.push(error);
      return { ownText: "", notes: [] };
    }
  }
  function finish(pageNumber: number, { ownText, notes }: PageTexts): void {
    const text = cleanText([ownText, ...notes].join("\n\n").trim());
    texts[pageNumber - 1] = text;
    characters += text.length;
    if (characters > limits.characters) throw tooLarge(`it holds more than ${limits.characters} characters`);
    context.onPage(++done, pages);
  }

  try {
    for (let pageNumber = 1; pageNumber <= pages; pageNumber++) {
      const page = await textsOf(pageNumber);
      if (scanned === null || !looksScanned(page.ownText)) finish(pageNumber, page);
      else {
        await recognizing.add(async () => {
          finish(pageNumber, { ...page, ownText: await scanned.read(pageNumber, page.ownText) });
        });
      }
    }
  } finally {
    await recognizing.end();
  }
  if (texts.every((text) => text === ""))
    throw failures.length === pages
      ? corrupt("PDF", failures[0])
      : noLetters(pages, scanned === null ? null : await likely.find());
  const parts = texts.map((text, index) => ({ text, pageNumber: index + 1, section: null }));
  return { syntax: "plain", parts: joinHyphens(parts), pages };
}

async function readPage(pdf: PDFDocumentProxy, pageNumber: number): Promise<PageTexts> {
  const page = await pdf.getPage(pageNumber);
  try {
    const { items, styles } = await page.getTextContent();
    const annotations: unknown[] = await page.getAnnotations();
    return { ownText: pageText(items, styles), notes: annotationTexts(annotations) };
  } finally {
    page.cleanup();
  }
}

function noLetters(pages: number, likely: readonly string[] | null): ReadFailure {
  const what = pages === 1 ? "The page of the PDF holds" : `The ${pages} pages of the PDF hold`;
  return new ReadFailure(
    "scanned",
    likely !== null
      ? `${what} no text, and no letters could be made out. ${adviceOn(likely)}`
      : `${what} no text. It looks scanned, and text recognition (OCR) is switched off.`,
  );
}
