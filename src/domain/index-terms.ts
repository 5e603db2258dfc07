import { stemmer } from "stemmer";
import { isStopWord, takenApart } from "./terms.ts";

/** Changes whenever the same text would be cut into other terms: what was indexed before is then indexed again. */
export const TERMS_VERSION = "1";

/** How many terms a question is looked for by: more are a text, of which the longest words say enough. */
const MOST_ASKED = 64;
const LONGEST_TERM = 64;

/**
 * The terms of a chunk as the words index holds them, in order and as often as they stand there, those of its section
 * first.
 */
export function indexTerms(chunk: { text: string; section: string | null }): string[] {
  const terms = chunk.section === null ? [] : wordTerms(chunk.section);
  for (const term of wordTerms(chunk.text)) terms.push(term);
  return terms;
}

/** The terms that the words index is asked for, each once. */
export function queryTerms(question: string): string[] {
  const terms = [...new Set(wordTerms(question))];
  if (terms.length <= MOST_ASKED) return terms;
  return terms.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_ASKED);
}

function weightOf(term: string): number {
  return term.length + (/\p{Nd}/u.test(term) ? 10 : 0);
}

/**
 * The terms of a text, in order. Words lose case, accents and endings, stop words are left out. A number is the same
 * with and without marks between its thousands; what consists of several parts is found whole and by its parts. Scripts
 * without spaces are cut by the dictionary of the runtime, Chinese and Japanese into pairs of characters as well.
 */
export function wordTerms(text: string): string[] {
  const terms: string[] = [];
  const words = ASCII.test(text) ? text.match(ASCII_WORD) : folded(text).match(WORD);
  for (const word of words ?? []) {
    for (const term of termsOfWord(word)) terms.push(term);
  }
  return terms;
}

/** Without accents and points, but with the marks that are letters of their own, as in Hindi or Thai. */
function folded(text: string): string {
  return takenApart(text)
    .replace(ACCENT, "")
    .normalize("NFC")
    .replace(OTHER_DIGIT, toAscii)
    .replace(/ß/g, "ss");
}

const ASCII = /^[\0-\x7f]*$/;
const ACCENT = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
/** The same as the next one, for texts that it takes less time for. */
const ASCII_WORD = /[A-Za-z0-9]+(?:(?:['_-]|(?<=[0-9])[.,:/](?=[0-9]))[A-Za-z0-9]+)*/g;
/** Letters and digits, joined by marks that belong to words, names and numbers. */
const WORD =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:['’_-]|(?<=\p{N})[.,:/’'\u00a0\u202f](?=\p{N}))[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

/** The first of ten digits stands at a multiple of ten from the others' zero in every script. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** Most words of a text were met before. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 50_000;

function termsOfWord(word: string): readonly string[] {
  const before = known.get(word);
  if (before !== undefined) return before;
  const terms = cutWord(word.toLowerCase()).map((term) => term.slice(0, LONGEST_TERM));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, terms);
  return terms;
}

function cutWord(word: string): string[] {
  if (UNSPACED.test(word)) return cutUnspaced(word);
  if (HANGUL.test(word)) return cutKorean(word);
  if (GROUPED.test(word)) return cutNumber(word);
  const parts = word.replace(/['’]s$/, "").split(PARTS);
  const terms = parts.flatMap((part) => (part === "" || isStopWord(part) ? [] : [stem(part)]));
  // Elided articles, l’eau, are no part of a name; dates, versions and identifiers are one thing as well.
  if (parts.length > 1 && (!/['’]/.test(word) || /\d/.test(word)))
    terms.push(parts.join(/[.:/,]/.test(word) ? "." : "-"));
  return terms;
}

const PARTS = /['’_\-.,:/\u00a0\u202f]/;
/** 1,334 · 1.334,50 · 1’334.5 · 1 334 */
const GROUPED = /^\d{1,3}(?:([.,'’\u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

function cutNumber(word: string): string[] {
  const [, mark = ","] = GROUPED.exec(word) ?? [];
  const [whole = "", rest] = word.replaceAll(mark, "").split(/[.,]/);
  return rest === undefined ? [whole] : [whole, `${whole}.${rest}`];
}

/** How much of a word is kept behind its stem: endings differ from language to language, beginnings do not. */
const KEPT_LATIN = 7;
const KEPT_OTHER = 6;

/** English words by Porter’s rules; of all words the beginning, which stems German or Russian as well as rules of their own. */
function stem(word: string): string {
  if (/\d/.test(word)) return word;
  if (/^[a-z]/.test(word)) return stemmer(word).slice(0, KEPT_LATIN);
  if (SEMITIC.test(word)) return withoutArticle(word);
  return word.slice(0, KEPT_OTHER);
}

const SEMITIC = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Arabic and Hebrew without the particles that are written as part of a word, and Arabic without common endings. */
function withoutArticle(word: string): string {
  const plain = word
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/ـ/g, "");
  const bare = plain
    .replace(/^(?:[وف]?(?:[بك]?ال|لل)|و)(?=.{3})/u, "")
    .replace(/^[הובלמשכ](?=[א-ת]{4})/u, "");
  return bare.replace(/(?<=.{3})(?:ها|ان|ات|ون|ين|يه|ه|ي|ים|ות)$/u, "");
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IN_PAIRS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /[\p{Script=Hangul}]/u;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

function cutUnspaced(word: string): string[] {
  const terms: string[] = [];
  const inPairs = IN_PAIRS.test(word);
  for (const { segment, isWordLike } of segmenter.segment(word)) {
    if (isWordLike) terms.push(segment);
  }
  return inPairs ? [...terms, ...pairsOf(word)] : terms;
}

/** Korean puts particles behind words: what has the word in it shares its pairs of syllables. */
function cutKorean(word: string): string[] {
  const pairs = pairsOf(word);
  return pairs.length > 0 ? pairs : [word];
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
