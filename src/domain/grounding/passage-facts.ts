import { type Sentence, splitSentences } from "../split-sentences.ts";
import { type FactText, type FactToken, factsOf, solidOf } from "./fact-tokens.ts";

/** A passage that an answer may cite. */
export interface CitedPassage {
  index: number;
  chunkText: string;
  documentName: string;
  section: string | null;
}

/** A passage with the facts of each of its sentences. */
export interface PassageFacts {
  index: number;
  text: string;
  /** The whole of it, with the name of its document and its section. */
  whole: FactText;
  windows: FactWindow[];
}

/** A sentence of a passage, or two that follow each other. */
export interface FactWindow {
  passage: number;
  start: number;
  end: number;
  facts: FactText;
  isPair: boolean;
}

const ROW = /\S[ \t]*(?:\||\t)[ \t]*\S/;

/** Takes a passage apart, and pauses after every sentence. */
export function* factsOfPassage(passage: CitedPassage): Generator<void, PassageFacts> {
  const { index, chunkText } = passage;
  const origin = `${passage.documentName.replace(/[._-]/g, " ")}\n${passage.section ?? ""}`;
  const whole = factsOf(`${chunkText}\n${origin}`);
  const sentences: FactWindow[] = [];
  for (const { text, start, end } of splitSentences(chunkText).flatMap(rowsOf)) {
    yield;
    sentences.push({ passage: index, start, end, facts: factsOf(text), isPair: false });
  }
  const pairs = sentences.slice(1).flatMap((window, i): FactWindow[] => {
    // A row of a table is told by the names of its columns, not by the row before it.
    const isRow = ROW.test(window.facts.raw);
    const before = isRow ? sentences.find(({ facts }) => ROW.test(facts.raw)) : sentences[i];
    if (before === undefined || (!isRow && ROW.test(before.facts.raw))) return [];
    const facts = factsOf(`${before.facts.raw}\n${window.facts.raw}`);
    return [
      { passage: index, start: isRow ? window.start : before.start, end: window.end, facts, isPair: true },
    ];
  });
  return { index, text: chunkText, whole, windows: [...sentences, ...pairs] };
}

/** The rows of a table, each for itself. */
function rowsOf(sentence: Sentence): Sentence[] {
  if (!sentence.text.includes("\n") || !ROW.test(sentence.text)) return [sentence];
  return [...sentence.text.matchAll(/[^\n]*\S[^\n]*/g)].map(({ 0: text, index }) => {
    const start = sentence.start + index;
    return { text, start, end: start + text.length };
  });
}

/** Which facts of a claim other texts hold. */
export interface SharedFacts {
  /** Whether a text holds what the token says. */
  holds(text: FactText, token: FactToken): boolean;
  isSame(one: FactToken, other: FactToken): boolean;
}

/** Compares facts, each pair of words once. */
export function shareFacts(): SharedFacts {
  const sameWords = new Map<string, Map<string, boolean>>();
  const held = new Map<FactText, Map<FactToken, boolean>>();
  const solids = new Map<FactToken, string>();

  /** Parts of compounds, and words of scripts without spaces, which are not cut alike everywhere. */
  function isWithin({ solid }: FactText, token: FactToken): boolean {
    if (isCounted(token)) return false;
    const own = solids.get(token) ?? solidOf(token.text);
    solids.set(token, own);
    return (own.length >= 5 || UNSPACED.test(own)) && solid.includes(own);
  }

  function isSame(one: FactToken, other: FactToken): boolean {
    if (isCounted(one) || isCounted(other))
      return isCounted(one) && isCounted(other) && isSameCount(one, other);
    return remember(sameWords, one.key, other.key, () => isSameWord(one.key, other.key));
  }
  return {
    isSame,
    holds: (text, token) =>
      remember(
        held,
        text,
        token,
        () => text.tokens.some((other) => isSame(token, other)) || isWithin(text, token),
      ),
  };
}

function remember<A, B>(known: Map<A, Map<B, boolean>>, one: A, other: B, find: () => boolean): boolean {
  const ofOne = known.get(one) ?? new Map<B, boolean>();
  known.set(one, ofOne);
  const before = ofOne.get(other);
  if (before !== undefined) return before;
  const found = find();
  ofOne.set(other, found);
  return found;
}

function isCounted({ kind }: FactToken): boolean {
  return kind === "number" || kind === "month";
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function isSameCount(one: FactToken, other: FactToken): boolean {
  const isSameUnit = one.unit === null || other.unit === null || one.unit === other.unit;
  return one.key === other.key && isSameUnit;
}

/** How much of the longer of two words has to be their common beginning. */
const COMMON_BEGINNING = 0.7;

/** The same in Korean, where much is added to words, letter by letter. */
const COMMON_HANGUL = 0.5;

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const longer = Math.max(one.length, other.length);
  const shortest = Math.min(one.length, other.length);
  if (shortest < 4) return false;
  let common = 0;
  while (common < shortest && one[common] === other[common]) common++;
  const isHangul = /^[\u1100-\u11FF]/.test(one);
  return common >= 4 && common >= (isHangul ? COMMON_HANGUL : COMMON_BEGINNING) * longer;
}
