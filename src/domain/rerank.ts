import type { Candidate } from "./passage.ts";
import { holdsPhrases } from "./quoted-phrases.ts";
import type { FoundTerms, TermPlaces } from "./term-places.ts";

/** How much each view of a candidate counts, the meaning as 1. Chosen in docs/decisions/0004-answers.md. */
const WORDS_WEIGHT = 0.5;
const WINDOW_WEIGHT = 0.5;
const NEARNESS_WEIGHT = 0.3;
const EXACT_WEIGHT = 0.5;
const NAME_WEIGHT = 0.15;

/** Words that stand within so many words of each other are about the same thing. */
const WINDOW = 15;
const K1 = 1.2;
const B = 0.75;
/** Added to how rare a word is: what all candidates share still is what was asked for. */
const LEAST_RARITY = 0.5;

/**
 * The candidates, best first: by meaning, by how many of the question's words they hold, how many of them stand
 * together, and how close; by its numbers and identifiers, and by the name and section that they stand under. How rare a
 * word is, is counted over the candidates themselves, so that every store ranks alike. Equals keep their order. Pauses
 * after every candidate.
 */
export function* rerank<C extends Candidate>(
  question: string,
  { wanted, texts }: FoundTerms,
  candidates: readonly C[],
): Generator<void, C[]> {
  const rarity = rarityOf(wanted, texts);
  const meaning = spread(candidates.map((candidate) => candidate.meaning));
  const words = toBest(bm25(texts, rarity));
  const together: number[] = [];
  const nearnesses: number[] = [];
  for (const text of texts) {
    yield;
    together.push(bestWindow(text, rarity));
    nearnesses.push(Math.log(0.3 + nearness(text, rarity)));
  }
  const near = spread(nearnesses);
  const exact = wanted.filter((term) => isExact(term) && texts.some(({ places }) => places.has(term)));
  const phrases = holdsPhrases(question);
  return candidates
    .map((candidate, i) => {
      const text = texts[i];
      const rank =
        (meaning[i] ?? 0) +
        WORDS_WEIGHT * (words[i] ?? 0) +
        WINDOW_WEIGHT * (together[i] ?? 0) +
        NEARNESS_WEIGHT * (near[i] ?? 0) +
        EXACT_WEIGHT * shareOf(exact, (term) => text?.places.has(term) ?? false) +
        NAME_WEIGHT * shareOf(wanted, (term) => text?.above.has(term) ?? false) +
        (phrases?.(candidate.chunkText) ? PHRASE_WEIGHT : 0);
      return { candidate, rank };
    })
    .sort((a, b) => b.rank - a.rank)
    .map(({ candidate }) => candidate);
}

/** More than everything else together: who quotes wants the quotation. */
const PHRASE_WEIGHT = 4;

type Rarity = ReadonlyMap<string, number>;

function rarityOf(wanted: readonly string[], texts: readonly TermPlaces[]): Rarity {
  return new Map(
    wanted.flatMap((term) => {
      const holders = texts.filter(({ places }) => places.has(term)).length;
      if (holders === 0) return [];
      return [[term, Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5))] as const];
    }),
  );
}

function bm25(texts: readonly TermPlaces[], rarity: Rarity): number[] {
  const averageLength = texts.reduce((sum, { length }) => sum + length, 0) / texts.length || 1;
  return texts.map(({ length, places }) => {
    let score = 0;
    for (const [term, { length: count }] of places) {
      const weight = LEAST_RARITY + (rarity.get(term) ?? 0);
      score += (weight * count) / (count + K1 * (1 - B + (B * length) / averageLength));
    }
    return score;
  });
}

/** Which share of what can be found of the question one place of the text holds. */
function bestWindow({ places }: TermPlaces, rarity: Rarity): number {
  const events = [...places].flatMap(([term, at]) => at.map((place) => ({ term, place })));
  events.sort((a, b) => a.place - b.place);
  const inside = new Map<string, number>();
  let sum = 0;
  let best = 0;
  let from = 0;
  for (const { term, place } of events) {
    const count = inside.get(term) ?? 0;
    if (count === 0) sum += rarity.get(term) ?? 0;
    inside.set(term, count + 1);
    for (
      let first = events[from];
      first !== undefined && place - first.place > WINDOW;
      first = events[from]
    ) {
      const left = (inside.get(first.term) ?? 1) - 1;
      inside.set(first.term, left);
      if (left === 0) sum -= rarity.get(first.term) ?? 0;
      from++;
    }
    best = Math.max(best, sum);
  }
  return best / (total(rarity) || 1);
}

/** Of a long question the rarest words say enough: every one is compared with every other. */
const MOST_PAIRED = 12;

/** How close the question's words stand to each other, each pair where it is closest. */
function nearness({ places }: TermPlaces, rarity: Rarity): number {
  const held = [...places]
    .sort(([a], [b]) => (rarity.get(b) ?? 0) - (rarity.get(a) ?? 0))
    .slice(0, MOST_PAIRED);
  let sum = 0;
  for (const [i, [term, at]] of held.entries()) {
    for (const [other, otherAt] of held.slice(i + 1)) {
      const distance = Math.max(1, closest(at, otherAt));
      sum += Math.min(rarity.get(term) ?? 0, rarity.get(other) ?? 0) / distance ** 2;
    }
  }
  return sum / (total(rarity) || 1);
}

function closest(some: readonly number[], others: readonly number[]): number {
  let best = Number.POSITIVE_INFINITY;
  let i = 0;
  let j = 0;
  for (let a = some[i], b = others[j]; a !== undefined && b !== undefined; a = some[i], b = others[j]) {
    best = Math.min(best, Math.abs(a - b));
    if (a < b) i++;
    else j++;
  }
  return best;
}

function total(rarity: Rarity): number {
  let sum = 0;
  for (const weight of rarity.values()) sum += weight;
  return sum;
}

/** A number or an identifier: nothing that is like it will do. */
function isExact(term: string): boolean {
  return /\d/.test(term);
}

function shareOf(terms: readonly string[], isHeld: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(isHeld).length / terms.length;
}

/** The scores moved to 0 to 1; all 0 where they do not differ. */
function spread(scores: readonly number[]): number[] {
  const lowest = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const highest = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return scores.map((score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 0));
}

/** The scores as shares of the best. */
function toBest(scores: readonly number[]): number[] {
  const best = scores.reduce((a, b) => Math.max(a, b), 0);
  return scores.map((score) => (best > 0 ? score / best : 0));
}
