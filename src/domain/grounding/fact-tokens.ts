import { termsOf, withoutAccents } from "../terms.ts";
import { monthOf } from "./month-names.ts";
import { innerNegations, isForwardNegation, isNegation, limits } from "./negations.ts";
import { numberOf, numberOfWord, numbersOfHan, scaled, withPlainDigits } from "./number-values.ts";
import { isSmallWord, languageOf, scriptOf } from "./small-words.ts";

/** A word, number or name of a text, as it is compared with those of another. */
export interface FactToken {
  kind: "word" | "number" | "month" | "name";
  /** Stemmed and folded; numbers in one way of writing. */
  key: string;
  text: string;
  start: number;
  /** What a number counts, where the script writes the two together. */
  unit: string | null;
  /** How much it says. */
  weight: number;
  /** The stretch between commas and conjunctions that it stands in. */
  clause: number;
  isCapital: boolean;
}

/** A word that denies something. */
export interface Denial {
  start: number;
  clause: number;
  /** Whether only what follows is denied, as by `without`. */
  isForward: boolean;
}

/** A text as facts are compared by. */
export interface FactText {
  tokens: FactToken[];
  /** The denials: where each stands and in which clause. */
  denials: Denial[];
  /** The text itself, with plain digits. */
  raw: string;
  /** Lower case, without white space: for scripts whose words cannot be told apart alike everywhere. */
  solid: string;
  script: string | null;
  language: string | null;
}

const TOKEN =
  /\p{Lu}[\p{L}\p{Nd}]{0,9}[-_/]\p{Nd}[\p{L}\p{Nd}-]*|\p{Nd}{1,3}(?:[ \u00A0\u202F]\p{Nd}{3})+(?![\p{Nd}])(?:[.,]\p{Nd}+)?|\p{Nd}+(?:[.,'’]\p{Nd}+)*(?:\p{L}+\p{M}*)*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|[,;:，、；：。.!?()（）—–|\n]/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const CONJUNCTION =
  /^(?:and|but|or|while|whereas|although|because|if|unless|und|aber|oder|sondern|während|weil|wenn|et|mais|ou|si|y|pero|o|e|ma|mas|en|maar|of|och|men|i|ale|lub|и|но|или|а|ve|ama|veya|و|أو|और|लेकिन)$/u;
/** Articles and the like that French and Italian write together with the next word. */
const ELISION =
  /^(?:[ldnsjmtc]|qu|jusqu|lorsqu|puisqu|un|dell|nell|all|sull|dall|quest|quell)['’](?=\p{L}{2})/iu;
const ORDINAL = /^(?:st|nd|rd|th|er|ère|ème|e|º|ª|o|a|de|ste|y|ter|tes)$/iu;
const DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{2,4})$/;

const words = new Intl.Segmenter("zh", { granularity: "word" });

/** Takes a text apart into what it states. */
export function factsOf(text: string): FactText {
  const plain = withPlainDigits(text);
  const facts: FactText = {
    tokens: [],
    denials: [],
    raw: plain,
    solid: solidOf(plain),
    script: scriptOf(text),
    language: null,
  };
  const lower: string[] = [];
  let clause = 0;
  let isStart = true;
  for (const { 0: found, index } of plain.matchAll(TOKEN)) {
    if (/^[^\p{L}\p{N}]$/u.test(found)) {
      clause++;
      isStart = /[.!?。:：|\n]/u.test(found);
      continue;
    }
    const elided = ELISION.exec(found)?.[0].length ?? 0;
    const text = found.slice(elided);
    const word = text.toLowerCase();
    lower.push(word);
    const at = { text, start: index + elided, clause, isStart };
    if (UNSPACED.test(text)) addUnspaced(facts, at);
    else if (/^\p{Nd}/u.test(text)) addNumber(facts, plain, at);
    else {
      if (CONJUNCTION.test(word)) clause++;
      if (isNegation(word) && !limits(plain.slice(index)))
        facts.denials.push({ start: index, clause, isForward: isForwardNegation(word) });
      addWord(facts, { ...at, clause });
    }
    isStart = false;
  }
  for (const start of innerNegations(plain))
    facts.denials.push({ start, clause: clauseAt(facts, start), isForward: false });
  facts.language = languageOf(lower);
  markNames(facts);
  return facts;
}

/** Lower case without white space and marks. */
export function solidOf(text: string): string {
  return withPlainDigits(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

interface Found {
  text: string;
  start: number;
  clause: number;
  isStart: boolean;
}

function addToken({ tokens }: FactText, { text, start, clause }: Found, rest: Partial<FactToken>): void {
  tokens.push({
    kind: "word",
    key: text,
    text,
    start,
    weight: rest.kind === undefined || rest.kind === "word" ? 1 : 2,
    unit: null,
    clause,
    isCapital: false,
    ...rest,
  });
}

function addNumber(facts: FactText, plain: string, found: Found): void {
  const { text, start } = found;
  const digits = /^[\d.,'’\u00A0\u202F ]*\d/.exec(text)?.[0] ?? text;
  const behind = text.slice(digits.length);
  const date = DATE.exec(digits);
  if (date !== null) {
    for (const part of date.slice(1)) addToken(facts, found, { kind: "number", key: numberOf(part) });
    return;
  }
  const value = numberOf(digits);
  const whole = scaled(value, `${behind}${plain.slice(start + text.length, start + text.length + 24)}`);
  const unit = unitAt(plain, start + digits.length);
  addToken(facts, found, { kind: "number", key: whole ?? value, text: digits, unit });
  if (behind !== "" && !ORDINAL.test(behind))
    addWord(facts, { ...found, text: behind, start: start + digits.length });
}

function addWord(facts: FactText, found: Found): void {
  const word = found.text.toLowerCase();
  const number = numberOfWord(word);
  const month = monthOf(word, isBesideNumber(facts.raw, found));
  const isCapital = /^\p{Lu}/u.test(found.text);
  if (number !== null) addToken(facts, found, { kind: "number", key: number });
  else if (month !== null) addToken(facts, found, { kind: "month", key: String(month) });
  else if (/\p{N}/u.test(word) && /\p{L}/u.test(word)) addToken(facts, found, { kind: "name", key: word });
  else if (!isSmallWord(word) && !isNegation(word)) {
    const key = stemOf(word);
    const weight = word.length < 3 ? 0.3 : word.length === 3 ? 0.6 : 1;
    addToken(facts, found, { key, weight, isCapital: isCapital && !found.isStart });
  }
}

function isBesideNumber(text: string, { start, text: word }: Found): boolean {
  const [before, after] = [
    text.slice(Math.max(0, start - 8), start),
    text.slice(start + word.length).slice(0, 8),
  ];
  return /\d[.)]?(?:\s+(?:de|of))?\s*$/u.test(before) || /^[.,]?\s*\d/.test(after);
}

/** Articles and the letters before them are written together with words in Arabic and Hebrew. */
function stemOf(word: string): string {
  const bare = withoutAccents(word).replace(/^(?:و?ال|ה)(?=[\p{L}]{3})/u, "");
  return termsOf(bare)[0] ?? bare;
}

function addUnspaced(facts: FactText, found: Found): void {
  const numbers = numbersOfHan(found.text);
  for (const { value, start, end } of numbers) {
    const key = scaled(value, found.text.slice(end)) ?? value;
    const at = { ...found, text: found.text.slice(start, end), start: found.start + start };
    addToken(facts, at, { kind: "number", key, unit: unitAt(found.text, end) });
  }
  for (const { 0: digits, index } of found.text.matchAll(/\d+(?:[.,]\d+)*/g)) {
    const value = numberOf(digits);
    const key = scaled(value, found.text.slice(index + digits.length)) ?? value;
    const unit = unitAt(found.text, index + digits.length);
    addToken(facts, { ...found, text: digits, start: found.start + index }, { kind: "number", key, unit });
  }
  for (const { segment, index } of segmentsOf(found.text)) {
    if (/^\d+$/.test(segment) || numbers.some(({ start, end }) => index >= start && index < end)) continue;
    const isKana = /^\p{Script=Hiragana}+$/u.test(segment);
    const weight = isKana ? 0.1 : segment.length === 1 ? 0.3 : 1;
    addToken(
      facts,
      { ...found, text: segment, start: found.start + index },
      { key: segment.toLowerCase(), weight },
    );
  }
}

const LONE_HAN =
  /^(?![的了在是和与及由被为自起不也都就从到对其之以于把给让向每各共将已未無无没有等本该此这那])\p{Script=Han}$/u;

/** The words of a text without spaces. Signs that stand alone one after the other are a name that no dictionary has. */
function segmentsOf(text: string): { segment: string; index: number }[] {
  const segments: { segment: string; index: number; isLone: boolean }[] = [];
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (!isWordLike) continue;
    const last = segments.at(-1);
    const isLone = LONE_HAN.test(segment);
    if (isLone && last?.isLone && last.index + last.segment.length === index) last.segment += segment;
    else segments.push({ segment, index, isLone });
  }
  return segments;
}

const UNIT =
  /^\s?(?:年|(?:[个個ヶか]|か)月|月|[日号]|天|小时|時間|[元円]|[名人]|台|次|[%％]|년|개월|월|일|명|원|시간)/u;
const SAME_UNITS: Record<string, string> = {
  個月: "个月",
  ヶ月: "个月",
  か月: "个月",
  号: "日",
  人: "名",
  "％": "%",
};

function unitAt(text: string, at: number): string | null {
  const unit = UNIT.exec(text.slice(at, at + 4))?.[0].trim();
  return unit === undefined ? null : (SAME_UNITS[unit] ?? unit);
}

function clauseAt({ tokens }: FactText, start: number): number {
  return tokens.findLast((token) => token.start <= start)?.clause ?? 0;
}

/** Which words are names: capitals inside a sentence; in German, which writes every noun so, two of them in a row. */
function markNames(facts: FactText): void {
  const { tokens, language } = facts;
  tokens.sort((a, b) => a.start - b.start);
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word") continue;
    const isShouted = /^\p{Lu}{2,}$/u.test(token.text);
    const isBeside = [tokens[i - 1], tokens[i + 1]].some(
      (other) => other?.isCapital === true && isAdjacent(token, other) && /^\p{Lu}/u.test(token.text),
    );
    if (isShouted || (token.isCapital && language !== "de") || isBeside) token.kind = "name";
  }
}

function isAdjacent(one: FactToken, other: FactToken): boolean {
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  return second.start - first.start - first.text.length === 1;
}
