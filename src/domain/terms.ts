import { stemmer } from "stemmer";

/** Words too common to tell one text from another. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once only or other our ours out over own same she should so some such than that the their theirs them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your yours " +
    "der die das und oder ist sind ein eine einer eines einem einen den dem des im in zu von mit auf für als auch wie was wer wo wann nicht"
  ).split(" "),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’_-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const UNSPACED_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a lower-case word carries no meaning of its own. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The words of a text as they stand, in order. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/**
 * The searchable terms of a text, in order: lower case, without accents and stop words, stemmed; compounds also
 * in their parts; scripts without spaces in pairs of characters.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(withoutAccents(text))) addTerms(word.toLowerCase(), terms);
  return terms;
}

/** How many times longer a text may become when its characters are taken apart: Hangul becomes three times as long. */
const MOST_APART = 4;
/** More marks than this on one letter are no writing, and putting them in order takes ages. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * The text with every character taken apart and without accents. There are characters that stand for whole sentences,
 * so of a text that is made of them only the beginning is left.
 */
export function withoutAccents(text: string): string {
  return takenApart(text).replace(/\p{Mn}/gu, "");
}

/** The text with every character taken apart, or the beginning of it where that makes it far longer. */
export function takenApart(text: string): string {
  return text
    .replace(TOO_MANY_MARKS, "$1")
    .normalize("NFKD")
    .slice(0, MOST_APART * text.length);
}

function addTerms(word: string, terms: string[]): void {
  if (UNSPACED_SCRIPT.test(word)) {
    addPairs(word, terms);
    return;
  }
  const parts = word.replace(/['’]s$/, "").split(/['’_-]/);
  if (parts.length > 1) terms.push(parts.join("-"));
  for (const part of parts) {
    // The stemmer knows English alone, and takes its time with what it does not know.
    if (part !== "" && !STOP_WORDS.has(part)) terms.push(/[a-z]/.test(part) ? stemmer(part) : part);
  }
}

function addPairs(word: string, terms: string[]): void {
  let previous = "";
  let pairs = 0;
  for (const character of word) {
    if (previous !== "") {
      terms.push(previous + character);
      pairs++;
    }
    previous = character;
  }
  if (pairs === 0) terms.push(word);
}
