import { type Line, textOfLines } from "../page-text.ts";
import { countLetters, logicalOrder, turnBrackets } from "./logical-order.ts";
import type { PlacedPage } from "./placed-glyphs.ts";
import { visualLines } from "./visual-lines.ts";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether a text holds letters that are read from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The text of a page by the places of its letters, in the order in which it is read. */
export function rightToLeftText({ glyphs, spaces }: PlacedPage): string {
  const plain = glyphs.map((glyph) => ({ ...glyph, text: withoutForms(glyph.text) }));
  const lines = visualLines({ glyphs: plain.filter(({ text }) => text !== ""), spaces });
  const page = countLetters(lines.flatMap(({ cells }) => cells));
  const isPageRight = page.right > page.left;
  const logical = lines.map(({ cells }) => {
    const { left, right } = countLetters(cells);
    const isRightToLeft =
      left + right === 0 ? isPageRight : right >= left || (isPageRight && right * 3 >= left);
    return logicalOrder(cells, isRightToLeft);
  });
  for (const line of logical) turnBrackets(line);
  return textOfLines(
    lines.flatMap(({ baseline, size }, index): Line[] => {
      const text = withoutStrokes(
        (logical[index]?.cells ?? []).join("").replace(/ {2,}/g, " ").trim(),
      ).normalize("NFC");
      return text === "" ? [] : [{ text, baseline, height: size }];
    }),
  );
}

/** Forms of letters that depend on their neighbours, and letters that have grown together. */
const SHOWN_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]/g;
/** Strokes that make words longer, and marks of direction: they are no part of a word. */
const FILLING = /[\u0640\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cc}\u00ad]/gu;

/** Letters without the form in which they were drawn, and nothing beside them. */
export function plainLetters(text: string): string {
  return withoutForms(text).replace(FILLING, "");
}

function withoutForms(text: string): string {
  return text.replace(SHOWN_FORMS, (form) => form.normalize("NFKC").replace(/^ (?=\p{M})/u, ""));
}

const LETTER_IN_WORD = /(?<=\p{Script=Arabic}\p{M}{0,4})([A-Za-z])\1*(?=\p{Script=Arabic})/gu;
const BRACKET_IN_WORD = /(?<=\p{Script=Arabic}\p{M}{0,4})[()](?=\p{Script=Arabic})/gu;

/** Some programs give the strokes that make words longer another name: a Latin letter, or a bracket without a partner. */
function withoutStrokes(line: string): string {
  const text = line.replace(FILLING, "").replace(LETTER_IN_WORD, "");
  return text.split("(").length === text.split(")").length ? text : text.replace(BRACKET_IN_WORD, "");
}
