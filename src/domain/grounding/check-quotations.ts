/** The kinds of quotation marks: what begins one and what ends it. */
const QUOTATION =
  /“([^“”]{2,2000})”|„([^„“”]{2,2000})[“”]|«\s?([^«»]{2,2000})\s?»|»([^«»]{2,2000})«|‹([^‹›]{2,2000})›|「([^「」]{2,2000})」|『([^『』]{2,2000})』|"([^"\n]{2,2000})"|(?<![\p{L}\p{N}])[‘']([^‘’'\n]{2,2000}(?:[’'](?=\p{L})[^‘’'\n]*)*)[’'](?![\p{L}\p{N}])|‚([^‚‘]{2,2000})‘/gu;

/** What a sentence puts in quotation marks, as it stands there. */
export function quotationsIn(sentence: string): string[] {
  return [...sentence.matchAll(QUOTATION)].flatMap(
    ([, ...groups]) => groups.find((group) => group !== undefined) ?? [],
  );
}

/** Where the author of an answer left something out or put something in. */
const GAP = /…|\.{3}|\[[^\]]*\]|\(\s*(?:…|\.{3})\s*\)/u;

/**
 * Whether a text holds a quotation word by word. White space, line ends, soft hyphens, and which kind of quotation mark
 * or dash it is, make no difference; nor do the first letter's case and a stop before the closing mark.
 */
export function isVerbatim(quotation: string, texts: readonly string[]): boolean {
  const parts = quotation
    .split(GAP)
    .map((part) => normalise(part).replace(/^[\s.,;:!?。，！？]+|[\s.,;:!?。，！？]+$/gu, ""))
    .filter((part) => part !== "");
  return texts.some((text) => holdsInOrder(normalise(text), parts));
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = [part, otherCase(part)].map((one) => text.indexOf(one, from)).filter((index) => index >= 0);
    if (at.length === 0) return false;
    from = Math.min(...at) + part.length;
  }
  return true;
}

function otherCase(text: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return (first === upper ? first.toLowerCase() : upper) + text.slice(first.length);
}

function normalise(text: string): string {
  return (
    text
      .normalize("NFKC")
      .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, "")
      // A word that a line end divides.
      .replace(/(\p{Ll})-\s*\n\s*(?=\p{Ll})/gu, "$1")
      .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
      .replace(/[“”„«»‹›‘’‚'"「」『』]/gu, "'")
      .replace(/[‐‑‒–—―−]/gu, "-")
      .replace(/\s+/g, " ")
      .replace(
        /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
        "",
      )
      .trim()
  );
}
