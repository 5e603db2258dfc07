import { termsOf } from "../../../domain/terms.ts";
import { MONEY_THINGS, thingsInUnspaced, thingsOfTerm } from "./attribute-words.ts";
import { kindOfQuestion, type QuestionKind } from "./question-kind.ts";
import { contentOf, type Language, languageOf } from "./question-language.ts";

/** A question taken apart: what kind of thing it asks for, and the words that an answer has to be about. */
export interface AskedQuestion {
  text: string;
  language: Language;
  kind: QuestionKind;
  terms: AskedTerm[];
  /** Which term the question begins with, and so most likely asks for: "which colour", "who is the mayor"; -1 for none. */
  focus: number;
}

interface AskedTerm {
  term: string;
  /** The things that it may name, by whatever word. */
  things: ReadonlySet<number>;
  /** How much it counts before anything is known of the passages. */
  weight: number;
  /** Whether it is a number, which nothing but itself stands for. */
  isNumber: boolean;
  /** Whether it is written like a name. */
  isName: boolean;
}

/** The terms of a text, as they are compared with a question's. */
export interface ComparedTerms {
  terms: ReadonlySet<string>;
  things: ReadonlySet<number>;
}

/** Words that say how something is asked, not what. */
const WEAK = new Set(
  termsOf(
    "many much long message mail letter memo article page text report nachricht brief dokument datei called name named kind said say tell give show use used using exist exists made make document documents file files according first mean means stand stands happen happened done there year date day time number amount please find get work works belong take takes heißt genannt gibt nennt appelle trouve llama chiama nome nombre jahr temps heure hora ora uhr uhrzeit godzina час saat jam giờ zeit tiempo tempo lange arbeitet bekommt bekommen hat gibt",
  ),
);

/** A question with more words than this is a text; its beginning says what it is about. */
const MAX_TERMS = 48;

/** "How long" and "how high" ask for a number; the answer seldom repeats the adjective. */
const MEASURE =
  /(?<!\p{L})(?:how (?:long|old|often|far|tall|high|big|large|deep|heavy|wide|fast|hot)|wie (?:lange?|alt|oft|weit|hoch|groß|tief|schwer|breit|schnell|heiß|teuer)|hoe (?:lang|oud|vaak|ver|hoog|groot|diep|zwaar))(?!\p{L})/giu;

/** Takes a question apart; what was said before tells its language where it does not. */
export function askQuestion(text: string, history: string): AskedQuestion {
  const language = languageOf(/\p{L}{2}/u.test(text) ? text : `${text} ${history}`);
  const content = contentOf(text.replace(MEASURE, " "), language);
  const capitals = new Set(termsOf((content.match(/(?<!^)\p{Lu}[\p{L}\p{N}-]+|\p{N}\S*/gu) ?? []).join(" ")));
  const things = thingsInUnspaced(content);
  const all = [...new Set(termsOf(content))].slice(0, MAX_TERMS);
  const compounds = all.filter((term) => term.includes("-"));
  const terms = all.map((term): AskedTerm => {
    const isNumber = /^\p{N}/u.test(term);
    // A compound counts once, whole or in its parts.
    const share = compounds.some((compound) => compound.includes(term)) ? 0.4 : 1;
    const isName = capitals.has(term) && language !== "de";
    const isTelling = isName || thingsOfTerm(term).size > 0;
    const weight = share * (WEAK.has(term) || isSingle(term) ? 0.3 : isTelling ? 1.3 : 1);
    return {
      term,
      things: /^\p{Script=Latin}/u.test(term) ? thingsOfTerm(term) : union(thingsOfTerm(term), things),
      weight,
      isNumber,
      isName,
    };
  });
  const focus = /^\p{Script=Latin}|^\p{Script=Cyrillic}/u.test(terms[0]?.term ?? "")
    ? terms.findIndex(({ weight }) => weight >= 0.4)
    : -1;
  const kind = kindOfQuestion(text, language);
  const isMoney =
    kind === "number" && terms.some((term) => MONEY_THINGS.some((thing) => term.things.has(thing)));
  return { text, language, kind: isMoney ? "money" : kind, terms, focus };
}

/** One character of a script without spaces: half a word, or a word that says little. */
function isSingle(term: string): boolean {
  return (
    [...term].length === 1 &&
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(term)
  );
}

function union(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return b.size === 0 ? a : a.union(b);
}

/** The terms of a text and the things that they name. */
export function comparedTerms(text: string): ComparedTerms {
  const terms = new Set(termsOf(text));
  const things = new Set(thingsInUnspaced(text));
  for (const term of terms) for (const thing of thingsOfTerm(term)) things.add(thing);
  return { terms, things };
}

/** How surely a text names what a term of the question names, from 0 to 1. */
export function matchOf(
  { term, things, isNumber }: AskedTerm,
  { terms, things: named }: ComparedTerms,
): number {
  if (terms.has(term)) return 1;
  if (isNumber) return 0;
  let best = 0;
  for (const thing of things) if (named.has(thing)) best = 0.75;
  if (isSingle(term)) return [...terms].some((other) => other.includes(term)) ? 1 : 0;
  if (best > 0 || term.length < 5) return best;
  for (const other of terms) {
    if (other.length < 4 || other[0] !== term[0]) {
      // A German compound ends with what it is.
      if (other.length > term.length + 2 && other.endsWith(term)) best = Math.max(best, 0.6);
      continue;
    }
    const shorter = Math.min(other.length, term.length);
    let same = 1;
    while (same < shorter && other[same] === term[same]) same++;
    if (same >= 4 && same >= 0.75 * shorter && Math.abs(other.length - term.length) <= 4)
      best = Math.max(best, 0.8);
  }
  return best;
}
