import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { likelyLanguages } from "../ocr/languages.ts";

/** Finds out in which languages the pictures of one PDF may be. */
export interface LikelyLanguages {
  /** Text of a page, which may be in the language of the others. */
  add(text: string): void;
  find(): Promise<string[]>;
}

/** Opens the search for the languages of a PDF: what it says itself is asked for with the first picture. */
export function openLikelyLanguages(opening: Promise<PDFDocumentProxy>, name: string): LikelyLanguages {
  let text = "";
  let asking: Promise<string | null> | null = null;
  return {
    add(more) {
      if (text.length < ENOUGH_CHARACTERS) text += more;
    },
    async find() {
      asking ??= opening.then(tagOf);
      return likelyLanguages({ name, tag: await asking, text });
    },
  };
}

const ENOUGH_CHARACTERS = 20_000;

async function tagOf(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const tag = "Language" in info ? info.Language : null;
  return typeof tag === "string" ? tag : null;
}
