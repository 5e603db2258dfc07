import { takenApart } from "./terms.ts";

const QUOTED =
  /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|»([^«]{2,200})«|「([^」]{2,200})」/gu;

/** What stands in quotation marks in a question, without them. */
export function quotedPhrases(question: string): string[] {
  return [...question.matchAll(QUOTED)].flatMap(([, ...groups]) => {
    const phrase = groups.find((group) => group !== undefined)?.trim() ?? "";
    return phrase.length < 2 ? [] : [phrase];
  });
}

/**
 * Whether a text holds everything that the question quotes, word for word; only case, white space and the kinds of
 * quotation marks and dashes may differ. Null where nothing is quoted.
 */
export function holdsPhrases(question: string): ((text: string) => boolean) | null {
  const phrases = quotedPhrases(question).map(levelled);
  if (phrases.length === 0) return null;
  return (text) => {
    const level = levelled(text);
    return phrases.every((phrase) => level.includes(phrase));
  };
}

function levelled(text: string): string {
  return takenApart(text)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[‘’‚`´]/gu, "'")
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‐-―−]/gu, "-")
    .replace(/\s+/gu, " ");
}
