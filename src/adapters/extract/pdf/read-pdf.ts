import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument, PasswordException, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ExtractedText, TextPart } from "../../../domain/passage.ts";
import { cleanText } from "../clean-text.ts";
import { corrupt, encrypted, ReadFailure, tooLarge } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { annotationTexts } from "./annotation-texts.ts";
import { joinHyphens } from "./join-hyphens.ts";
import { pageText } from "./page-text.ts";

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
  try {
    return await readPages(await open(task.promise), context);
  } finally {
    await task.destroy();
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

async function readPages(pdf: PDFDocumentProxy, context: ReadContext): Promise<ExtractedText> {
  const { limits } = context;
  if (pdf.numPages > limits.pages)
    throw tooLarge(`it has ${pdf.numPages} pages, and ${limits.pages} are allowed`);
  const parts: TextPart[] = [];
  let characters = 0;
  let brokenPages = 0;
  let lastError: unknown;
  for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber++) {
    try {
      const text = cleanText(await readPage(pdf, pageNumber));
      characters += text.length;
      parts.push({ text, pageNumber, section: null });
    } catch (error) {
      brokenPages++;
      lastError = error;
    }
    if (characters > limits.characters) throw tooLarge(`it holds more than ${limits.characters} characters`);
    context.onPage(pageNumber, pdf.numPages);
  }
  if (brokenPages === pdf.numPages) throw corrupt("PDF", lastError);
  if (parts.every((part) => part.text.trim() === "")) throw scanned(pdf.numPages);
  return { syntax: "plain", parts: joinHyphens(parts), pages: pdf.numPages };
}

async function readPage(pdf: PDFDocumentProxy, pageNumber: number): Promise<string> {
  const page = await pdf.getPage(pageNumber);
  try {
    const { items, styles } = await page.getTextContent();
    const annotations: unknown[] = await page.getAnnotations();
    return [pageText(items, styles), ...annotationTexts(annotations)].join("\n\n").trim();
  } finally {
    page.cleanup();
  }
}

function scanned(pages: number): ReadFailure {
  const what = pages === 1 ? "The page of the PDF holds" : `The ${pages} pages of the PDF hold`;
  return new ReadFailure(
    "scanned",
    `${what} no text. It looks scanned, and text recognition (OCR) is not available yet.`,
  );
}
