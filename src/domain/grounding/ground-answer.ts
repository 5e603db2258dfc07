import { isVerbatim, quotationsIn } from "./check-quotations.ts";
import { type CitedSentence, citedSentences } from "./cited-sentences.ts";
import { factsOf } from "./fact-tokens.ts";
import type { GroundedSentence, Grounding } from "./grounding.ts";
import { judgeClaim } from "./judge-claim.ts";
import { makesNoClaim } from "./makes-no-claim.ts";
import { type CitedPassage, factsOfPassage, type PassageFacts } from "./passage-facts.ts";

/** How many sentences of an answer are compared, and how much of each. */
const MOST_SENTENCES = 500;
const LONGEST_COMPARED = 800;
/** How much of an answer is looked at. */
const LONGEST_ANSWER = 200_000;
/** A quotation of fewer words may be a term or a title. */
const LEAST_QUOTED_WORDS = 3;

/**
 * Compares every sentence of an answer with the passages that it cites, by words: numbers, dates, names and quotations
 * must stand in them, most other words too, and nothing may be denied or exchanged. Pauses often, because answers and
 * passages may be long. Cases: test/grounding-pairs.ts.
 */
export function* groundAnswer(answer: string, passages: readonly CitedPassage[]): Generator<void, Grounding> {
  const sentences = citedSentences(answer.slice(0, LONGEST_ANSWER));
  const known = new Map<number, PassageFacts>();
  const grounded: GroundedSentence[] = [];
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    yield;
    const wanted = sentence.cited.length > 0 ? sentence.cited : passages.map(({ index }) => index);
    for (const passage of passages) {
      if (wanted.includes(passage.index) && !known.has(passage.index))
        known.set(passage.index, yield* factsOfPassage(passage));
    }
    const cited = wanted.flatMap((number) => known.get(number) ?? []);
    grounded.push({ ...toSpan(answer, sentence), ...(yield* judge(sentence, cited, passages)) });
  }
  return { sentences: grounded, unchecked: sentences.length - grounded.length };
}

function toSpan(answer: string, { start, end, cited }: CitedSentence) {
  return { text: answer.slice(start, end), start, end, passages: cited };
}

type Judged = Pick<GroundedSentence, "verdict" | "isClaim" | "match" | "missing">;

function* judge(
  { words, cited: numbers }: CitedSentence,
  cited: readonly PassageFacts[],
  passages: readonly CitedPassage[],
): Generator<void, Judged> {
  const claim = factsOf(words.slice(0, LONGEST_COMPARED));
  const isClaim = claim.tokens.length > 0 && !makesNoClaim(words);
  const isCited = numbers.length > 0;
  // A number that stands for nothing cites nothing that could bear the sentence out.
  if (cited.length === 0)
    return { verdict: isCited ? "unsupported" : "uncited", isClaim, match: null, missing: [] };
  const { verdict, match, missing } = yield* judgeClaim(claim, cited);
  const invented = inventedQuotations(words, cited, passages);
  if (!isCited) {
    const isBorneOut = verdict === "supported" && invented.length === 0;
    return {
      verdict: "uncited",
      isClaim,
      match: isBorneOut ? match : null,
      missing: isClaim ? [...missing, ...invented] : [],
    };
  }
  const worst = invented.length > 0 ? "unsupported" : verdict;
  return { verdict: worst, isClaim, match, missing: [...new Set([...missing, ...invented])] };
}

/** What a sentence quotes that neither stands in the passages nor names their documents. */
function inventedQuotations(
  sentence: string,
  cited: readonly PassageFacts[],
  passages: readonly CitedPassage[],
): string[] {
  const texts = cited.map(({ text }) => text);
  const names = passages.flatMap(({ documentName, section }) => [documentName, section ?? ""]);
  return quotationsIn(sentence).filter((quotation) => {
    if (isVerbatim(quotation, texts) || isVerbatim(quotation, names)) return false;
    return countWords(quotation) >= LEAST_QUOTED_WORDS || isTerm(quotation, sentence);
  });
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

function countWords(text: string): number {
  return [...segmenter.segment(text.slice(0, 400))].filter(({ isWordLike }) => isWordLike).length;
}

/** One or two quoted words are held against a sentence only where they are what it is about. */
function isTerm(quotation: string, sentence: string): boolean {
  return countWords(quotation) * 4 >= countWords(sentence);
}
