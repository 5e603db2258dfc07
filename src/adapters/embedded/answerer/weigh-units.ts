import type { AnswerUnit, Field } from "./answer-unit.ts";
import { type AskedQuestion, type ComparedTerms, comparedTerms, matchOf } from "./asked-question.ts";
import { type JoinedText, passageAt } from "./joined-passages.ts";
import { holdsKind } from "./question-kind.ts";
import { spelledOut } from "./record-units.ts";
import { unitsOf } from "./units-of.ts";

/** A unit with how well its words answer the question. */
export interface WeighedUnit {
  unit: AnswerUnit;
  /** Number of its passage, from 1. */
  passage: number;
  /** The share of the question's words that it holds or stands below, from 0 to 1. */
  coverage: number;
  /** The same for what it says itself. */
  own: number;
  /** How much of the coverage comes from the sentence before it. */
  byBefore: number;
  /** The share of the question's words of which nothing is known here at all. */
  missing: number;
  /** Whether it holds the kind of thing that is asked for. */
  isKind: boolean;
  /** Whether both what the question asks for and the names in it are named here. */
  isFocused: boolean;
  /** Whether it says anything that the question does not say itself. */
  isNews: boolean;
  /** Which of a record's fields are asked for, and by which it is known; empty where that is not plain. */
  asked: Field[];
  known: Field[];
}

/** A word that stands elsewhere in the same passage says a little about every unit of it. */
const ELSEWHERE = 0.3;

/** So many units, the best by their words alone, are looked at more closely. */
const WEIGHED = 40;

interface Compared {
  unit: AnswerUnit;
  passage: number;
  /** For each term of the question how surely the unit's own words, and the words around it, name it. */
  own: number[];
  near: number[];
}

/** The units of all texts, weighed by the words that they share with the question. Pauses, because texts may be many. */
export function* weighUnits(
  question: AskedQuestion,
  texts: readonly JoinedText[],
): Generator<void, WeighedUnit[]> {
  const compared: Compared[] = [];
  const cache = new Map<string, ComparedTerms>();
  for (const text of texts) {
    yield;
    const whole = comparedTerms(text.text);
    const elsewhere = question.terms.map((term) => ELSEWHERE * matchOf(term, whole));
    for (const unit of unitsOf(text)) {
      if (compared.length % 10 === 9) yield;
      if (isFiller(unit.text)) continue;
      const own = ownMatches(question, unit);
      const near = elsewhere.slice();
      for (const { text: words, weight } of unit.around) {
        const terms = cache.get(words) ?? comparedTerms(words);
        cache.set(words, terms);
        for (const [i, match] of matches(question, terms).entries())
          near[i] = Math.max(near[i] ?? 0, weight * match);
      }
      compared.push({ unit, passage: passageAt(text, unit.end), own, near });
    }
  }
  yield;
  const weights = weightsOf(question, compared);
  const weighed: WeighedUnit[] = [];
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const valueByWords = ({ unit, own, near }: Compared) =>
    (unit.worth *
      own.reduce((sum, value, i) => sum + (value + Math.max(value, near[i] ?? 0)) * (weights[i] ?? 0), 0)) /
    total;
  const best = compared
    .map((each) => ({ each, value: valueByWords(each) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, WEIGHED);
  for (const { each } of best) {
    if (weighed.length % 10 === 9) yield;
    weighed.push(weighOne(question, each, weights));
  }
  return weighed;
}

/** What a list is about its introduction says; its items only happen to hold a word. */
function ownMatches(question: AskedQuestion, { kind, text, before }: AnswerUnit): number[] {
  const own = matches(question, comparedTerms(text));
  if (kind !== "list" || before === null) return own;
  return matches(question, comparedTerms(before)).map((match, i) => Math.max(match, 0.5 * (own[i] ?? 0)));
}

function matches(question: AskedQuestion, terms: ComparedTerms): number[] {
  return question.terms.map((term) => matchOf(term, terms));
}

/** What few units hold tells more than what most of them hold; what none holds tells most. */
function weightsOf({ terms }: AskedQuestion, compared: readonly Compared[]): number[] {
  return terms.map(({ weight }, i) => {
    const frequency = compared.filter(({ own }) => (own[i] ?? 0) >= 0.75).length;
    return weight * Math.log(1.5 + (compared.length + 1) / (frequency + 0.5));
  });
}

function weighOne(
  question: AskedQuestion,
  { unit, passage, own, near }: Compared,
  weights: readonly number[],
): WeighedUnit {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const sum = (values: readonly number[]) =>
    values.reduce((so, value, i) => so + value * (weights[i] ?? 0), 0) / total;
  const before =
    unit.before === null || unit.kind !== "sentence" ? [] : matches(question, comparedTerms(unit.before));
  const { asked, known } = fieldsOf(question, unit);
  const spoken = asked.length > 0 ? asked.map(({ value }) => value).join("; ") : unit.text;
  return {
    unit,
    passage,
    coverage: sum(own.map((value, i) => Math.max(value, near[i] ?? 0))),
    own: sum(own),
    byBefore: sum(before.map((value, i) => Math.max(0, value - (own[i] ?? 0)))),
    missing: sum(own.map((value, i) => (Math.max(value, near[i] ?? 0) < 0.2 ? 1 : 0))),
    isKind: holdsKind(question.kind, spoken, question.text),
    isFocused: question.terms.every(({ isName }, i) => {
      return !(isName || i === question.focus) || Math.max(own[i] ?? 0, near[i] ?? 0) >= 0.25;
    }),
    isNews: saysMore(question, spoken, asked.length > 0),
    asked,
    known,
  };
}

/** A title repeats the question's words and adds hardly any. */
function saysMore(question: AskedQuestion, text: string, isValue: boolean): boolean {
  const words = text.split(/\s+/).length;
  if (words >= 8) return true;
  const enough = isValue || words >= 6 ? 1 : 2;
  let added = 0;
  for (const term of comparedTerms(text.replace(ITEM_MARK, "")).terms) {
    const alone = { terms: new Set([term]), things: EMPTY };
    if (!question.terms.some((asked) => matchOf(asked, alone) > 0)) added += /^\p{N}/u.test(term) ? 2 : 1;
    if (added >= enough) return true;
  }
  return isValue && question.terms.length === 0;
}

/** The number of an item or a heading says nothing. */
const ITEM_MARK = /^\s*\(?(?:\d{1,3}|\p{L})(?:\.\d{1,3})*[.)]\s/u;
const EMPTY: ReadonlySet<number> = new Set();

/** The fields whose names the question uses, else those whose values are of the kind that it asks for. */
function fieldsOf(question: AskedQuestion, { fields }: AnswerUnit): { asked: Field[]; known: Field[] } {
  if (fields.length < 2) return { asked: fields, known: [] };
  const rated = fields.map((field) => {
    const names = comparedTerms(spelledOut(field.name));
    const values = comparedTerms(field.value.slice(0, 300));
    let byName = 0;
    let byValue = 0;
    for (const term of question.terms) {
      const inValue = surely(matchOf(term, values));
      const inName = matchOf(term, names);
      if (inValue > 0) byValue += inValue * term.weight;
      else byName += inName * term.weight;
    }
    return { field, byName, byValue };
  });
  const known = rated.filter(({ byValue, byName }) => byValue > 0 && byName <= byValue);
  const rest = rated.filter((each) => !known.includes(each));
  const best = Math.max(0, ...rest.map(({ byName }) => byName));
  const named = rest.filter(({ byName }) => byName > 0 && byName >= 0.9 * best);
  const fitting = named.filter(({ field }) => holdsKind(question.kind, field.value, question.text));
  let asked = fitting.length > 0 ? fitting : named;
  if (asked.length === 0 && ["person", "time", "number", "money"].includes(question.kind)) {
    const byKind = rest.filter(({ field }) => holdsKind(question.kind, field.value, question.text));
    if (byKind.length === 1) asked = byKind;
  }
  // With one other value beside what the question names, that one is meant.
  if (asked.length === 0 && known.length > 0 && rest.length === 1 && rated.length === 2) asked = rest;
  return { asked: asked.map(({ field }) => field), known: known.map(({ field }) => field) };
}

/** Only words that a value really holds make it what the question names. */
function surely(match: number): number {
  return match >= 0.75 ? match : 0;
}

const FILLER =
  /\b(?:lorem|ipsum|dolor|amet|consectetuer|consectetur|consetetur|adipiscing|sadipscing|elitr?|nonumy|eirmod|tempor|invidunt|incididunt|labore|dolore|aliqua|aliquyam|voluptua|accusam|gubergren|takimata|vestibulum|pellentesque|curabitur|phasellus|vivamus|maecenas|fermentum|porttitor|sollicitudin|ullamcorper|reprehenderit|cillum|excepteur|cupidatat|vero|eos|eiusmod|veniam|nostrud|nulla|pariatur|quis|magna|enim|minim)\b/giu;

/** Whether a text only fills a page until somebody writes the real one. */
function isFiller(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  return (
    words > 0 &&
    (text.match(FILLER)?.length ?? 0) >= 0.3 * words &&
    /\b(?:lorem|ipsum|dolor|amet|elit|magna|nulla|tempor|dolore|vestibulum|pellentesque)/i.test(text)
  );
}
