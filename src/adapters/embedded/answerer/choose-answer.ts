import { AppError } from "../../../domain/errors.ts";
import { termsOf } from "../../../domain/terms.ts";
import type { Embedder } from "../../../ports/embedder.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { quoteUnit } from "./quote-unit.ts";
import type { WeighedUnit } from "./weigh-units.ts";

/** How many units are compared with the question by meaning: each costs an embedding. */
const COMPARED = 12;
/** A unit's meaning is taken from its beginning, because a longer text takes longer to embed. */
const COMPARED_LENGTH = 240;
const MAX_QUOTATIONS = 3;
/** More than one unit is quoted only as long as all of them are read at a glance. */
const LONGEST_ANSWER = 500;
/** A unit is quoted beside the best one when it is at least this good. */
const WORTH_QUOTING = 0.88;
/** Two units say the same when they share this much of the shorter one's words. */
const SAME = 0.8;
/**
 * Below this the best unit may be no answer, and below the next it is none. Measured on questions about real documents,
 * answerable and not: docs/decisions/0004-answers.md.
 */
const CONFIDENT = 0.35;
const POSSIBLE = 0.15;

/** What is asked for may be said by another word, but seldom is. */
const UNFOCUSED = 0.65;

/** What only repeats the question answers nothing. */
const NOTHING_NEW = 0.3;

/** Texts that no question is about. What a question shares with them says nothing. */
const ABOUT_NOTHING = ["A text about something else.", "It was a fine day, and nobody said a word."];

interface RankedUnit extends WeighedUnit {
  quotation: string;
  /** How near it is to the question by meaning: 0 for what any text is, 1 for the question itself. */
  meaning: number;
  score: number;
  confidence: number;
}

/** What is quoted, and whether it is sure to be an answer. */
interface Chosen {
  units: RankedUnit[];
  isSure: boolean;
}

/** The units that answer best, best first: none where not even the best could be an answer. */
export function chooseAnswer(question: AskedQuestion, ranked: readonly RankedUnit[]): Chosen {
  const isSure = (ranked[0]?.confidence ?? 0) >= CONFIDENT;
  return { units: unitsAbove(isSure ? CONFIDENT : POSSIBLE, question, ranked), isSure };
}

function unitsAbove(floor: number, question: AskedQuestion, ranked: readonly RankedUnit[]): RankedUnit[] {
  const [best] = ranked;
  if (best === undefined || best.confidence < floor) return [];
  const chosen: RankedUnit[] = [];
  for (const unit of ranked) {
    if (chosen.length === MAX_QUOTATIONS || unit.score < WORTH_QUOTING * best.score) break;
    if (unit.confidence < floor || unit.isKind !== best.isKind) continue;
    if (unit.unit.kind !== best.unit.kind) continue;
    if (chosen.length > 0 && (best.unit.kind === "list" || question.kind === "definition")) break;
    const length = chosen.reduce((sum, { quotation }) => sum + quotation.length, unit.quotation.length);
    if (chosen.length > 0 && length > LONGEST_ANSWER) continue;
    if (!chosen.some((other) => isSame(other, unit))) chosen.push(unit);
  }
  return chosen;
}

/** The numbers of the passages that come nearest to an answer, at most three. */
export function nearestPassages(ranked: readonly RankedUnit[], passages: number): number[] {
  const all = Array.from({ length: passages }, (_, i) => i + 1);
  return [...new Set([...ranked.map(({ passage }) => passage), ...all])].slice(0, 3);
}

/** The units most worth an embedding, ranked by words and by meaning. */
export async function rankUnits(
  embedQuery: Embedder["embedQuery"],
  { question, units }: { question: AskedQuestion; units: readonly WeighedUnit[] },
  signal: AbortSignal,
): Promise<RankedUnit[]> {
  const compared = units
    .map((unit) => ({ unit, value: byWords(question, unit) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, COMPARED)
    .map(({ unit }) => ({ ...unit, quotation: quoteUnit(unit) }));
  const meanings = await compare(embedQuery, { question: question.text, compared }, signal);
  return compared.map((unit, i) => rank(question, unit, meanings[i] ?? 0)).sort((a, b) => b.score - a.score);
}

function byWords(question: AskedQuestion, unit: WeighedUnit): number {
  const place = 0.04 * Math.max(0, 1 - (unit.passage - 1) / 5);
  return (0.7 * unit.coverage + 0.3 * unit.own + place) * unit.unit.worth * shapeFactor(question, unit);
}

function rank(
  question: AskedQuestion,
  unit: WeighedUnit & { quotation: string },
  meaning: number,
): RankedUnit {
  const { coverage, own } = unit;
  const place = 0.03 * Math.max(0, 1 - (unit.passage - 1) / 5);
  const shape = shapeFactor(question, unit);
  const score =
    (0.5 * coverage + 0.2 * own + 0.3 * meaning + place) *
    unit.unit.worth *
    shape *
    (unit.isFocused ? 1 : 0.85);
  const confidence =
    (0.7 * coverage + 0.3 * meaning) *
    Math.min(1, shape) *
    (unit.isFocused ? 1 : UNFOCUSED) *
    (unit.isNews ? 1 : NOTHING_NEW);
  return { ...unit, meaning, score, confidence };
}

/** Whether a unit is of the kind and the shape that the question asks for. */
function shapeFactor(
  { kind, terms }: AskedQuestion,
  { unit, isKind, isNews, asked, own }: WeighedUnit,
): number {
  let factor = (isKind ? 1 : 0.6) * (isNews ? 1 : 0.4);
  if (unit.kind === "list")
    factor *= kind === "list" ? 1.25 : kind === "other" || kind === "definition" ? 1 : 0.75;
  if (unit.kind === "opening") factor *= kind === "person" || kind === "time" ? 0.95 : 0.4;
  if (kind === "list" && unit.kind === "sentence" && ENUMERATES.test(unit.text)) factor *= 1.15;
  if (unit.kind === "record")
    factor *= asked.length > 0 ? 1.1 : kind === "list" ? 1 : own >= 0.9 ? 0.85 : 0.65;
  if (
    kind === "definition" &&
    unit.kind === "sentence" &&
    defines(
      unit.text,
      terms.map(({ term }) => term),
    )
  )
    factor *= 1.2;
  return factor;
}

/** Two commas, or a comma and an "and": several things side by side. */
const ENUMERATES = /[,、，;][^,、，;]+(?:[,、，;]|\s(?:and|or|und|oder|et|ou|y|o|e|en|i|и|та|ve|dan|và)\s)/u;

const DEFINES =
  /^(?:(?:an?|the|eine?|der|die|das|une?|les?|la|l['’]|el|una?|il|lo|os?|as?|de|het|een)\s*)?(.{1,60}?)\s(?:is|are|was|were|means|stands for|refers to|ist|sind|bedeutet|bezeichnet|est|sont|signifie|désigne|es|son|significa|è|é|são|zijn|betekent|to|jest|это|—|–)\s/iu;

function defines(text: string, terms: readonly string[]): boolean {
  const subject = DEFINES.exec(text)?.[1];
  if (subject === undefined) return false;
  const words = new Set(termsOf(subject));
  return terms.some((term) => words.has(term));
}

async function compare(
  embedQuery: Embedder["embedQuery"],
  { question, compared }: { question: string; compared: readonly { quotation: string }[] },
  signal: AbortSignal,
): Promise<number[]> {
  if (compared.length === 0 || question.trim() === "") return compared.map(() => 0);
  try {
    const texts = [
      question,
      ...ABOUT_NOTHING,
      ...compared.map(({ quotation }) => quotation.slice(0, COMPARED_LENGTH)),
    ];
    const [asked, ...others] = await Promise.all(texts.map((text) => embedQuery(text, signal)));
    if (asked === undefined) return compared.map(() => 0);
    const similarities = others.map((vector) => dot(asked, vector));
    const nothing = Math.max(0, ...similarities.slice(0, ABOUT_NOTHING.length));
    return similarities.slice(ABOUT_NOTHING.length).map((value) => {
      return nothing >= 1 ? 0 : Math.min(1, Math.max(0, (value - nothing) / (1 - nothing)));
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new AppError("model-failed", "The passages could not be compared with the question", { cause });
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

function isSame(a: RankedUnit, b: RankedUnit): boolean {
  const [first, second] = [new Set(termsOf(a.quotation)), new Set(termsOf(b.quotation))];
  return first.intersection(second).size >= SAME * Math.min(first.size, second.size);
}
