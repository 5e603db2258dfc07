import { DEFAULT_TITLE } from "./session.ts";

const MAX_WORDS = 5;
const MAX_LENGTH = 50;

/**
 * Makes a title of what a model said: at most 5 words and 50 characters on one line, without quotation marks,
 * Markdown, a "Title:" in front or punctuation at the end. `New Chat` where nothing usable is left.
 */
export function cleanTitle(raw: string): string {
  const words = withoutMarkup(firstParagraph(raw))
    .split(" ")
    .filter((word) => word !== "");
  const title = trimEnds(fitting(words));
  return hasSubstance(title) ? title : DEFAULT_TITLE;
}

/** The first paragraph, but the second where the first only announces it. */
function firstParagraph(raw: string): string {
  const paragraphs = raw
    .slice(0, 2000)
    .split(/(?:\r\n|\n|\r)\s*(?:\r\n|\n|\r)/)
    .filter(hasSubstance);
  const [first = "", second] = paragraphs;
  return second !== undefined && /[:：]\s*$/.test(first) ? second : first;
}

const QUOTATION_MARKS = /[\p{Quotation_Mark}`´′″❛-❠《》〈〉]/gu;
const APOSTROPHES: ReadonlySet<string> = new Set("'’＇");
const ANNOUNCEMENT =
  /^(?:(?:sure|certainly|of course|okay)\b[\s!,.]*)?(?:(?:here(?:'s|’s| is)|the|my|a|suggested|possible|short|chat|session|conversation)\s+)*(?:title|titel|titre|título|titolo|subject|topic)(?:\s+(?:is|for)\b[^:：]{0,60})?\s*[:：]\s*/iu;

function withoutMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(/\uFFFD/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, "")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replace(/\*|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(QUOTATION_MARKS, keepApostrophe)
    .trim()
    .replace(/^(?:#{1,6} |[-+•] |\d{1,2}[.)] |> )+/, "")
    .replace(ANNOUNCEMENT, "");
}

function keepApostrophe(mark: string, index: number, text: string): string {
  const isInsideWord =
    /[\p{L}\p{N}\p{M}]$/u.test(text.slice(0, index)) && /^\p{L}/u.test(text.slice(index + 1));
  return APOSTROPHES.has(mark) && isInsideWord ? mark : "";
}

/** The words that fit. */
function fitting(words: readonly string[]): string {
  const kept = words.slice(0, MAX_WORDS);
  while (kept.length > 1 && kept.join(" ").length > MAX_LENGTH) kept.pop();
  return cutBetweenCharacters(kept.join(" "));
}

/** Cuts a single long word where a reader sees two characters: never inside a surrogate pair or a joined sequence. */
function cutBetweenCharacters(word: string): string {
  if (word.length <= MAX_LENGTH) return word;
  let cut = "";
  for (const { segment } of new Intl.Segmenter().segment(word.slice(0, 4 * MAX_LENGTH))) {
    if (cut.length + segment.length > MAX_LENGTH) break;
    cut += segment;
  }
  return cut;
}

function trimEnds(title: string): string {
  const balanced = title.includes(")") ? title : title.replace("(", "");
  return balanced
    .replace(/^[\s.,;:!?…·|/\\–—。，、；：！？&\p{Cf}-]+/u, "")
    .replace(/[\s.,;:!?…·|/\\–—。，、；：！？&([{\p{Cf}-]+$/u, "");
}

function hasSubstance(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(text);
}
