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
  for (const word of wordsOf(text.normalize("NFKD").replace(/\p{Mn}/gu, "")))
    addTerms(word.toLowerCase(), terms);
  return terms;
}

function addTerms(word: string, terms: string[]): void {
  if (UNSPACED_SCRIPT.test(word)) {
    addPairs(word, terms);
    return;
  }
  const parts = word.replace(/['’]s$/, "").split(/['’_-]/);
  if (parts.length > 1) terms.push(parts.join("-"));
  for (const part of parts) {
    if (part !== "" && !STOP_WORDS.has(part)) terms.push(stemmer(part));
  }
}

function addPairs(word: string, terms: string[]): void {
  const characters = [...word];
  if (characters.length === 1) terms.push(word);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters.slice(i, i + 2).join(""));
}
