import type { Denial, FactText, FactToken } from "./fact-tokens.ts";
import type { SharedFacts } from "./passage-facts.ts";

/** How many words around a denial it is about. */
const DENIED_WORDS = 3;

/** Whether one of two sentences denies what the other says. */
export function denies(claim: FactText, said: FactText, shared: SharedFacts): boolean {
  return deniesWhat(claim, said, shared) || deniesWhat(said, claim, shared);
}

function deniesWhat(one: FactText, other: FactText, shared: SharedFacts): boolean {
  return one.denials.some((denial) => {
    const denied = deniedBy(one, denial);
    const same = denied.flatMap(
      (token) => other.tokens.find((candidate) => shared.isSame(token, candidate)) ?? [],
    );
    if (same.length === 0 || same.length < Math.min(2, denied.length)) return false;
    const deniedThere = new Set(other.denials.flatMap((there) => deniedBy(other, there)));
    return !same.some((token) => deniedThere.has(token));
  });
}

/** The words nearest to a denial in its part of the sentence. */
function deniedBy({ tokens }: FactText, { start, clause, isForward }: Denial): FactToken[] {
  return tokens
    .filter((token) => token.clause === clause && token.weight >= 0.3 && (!isForward || token.start > start))
    .sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start))
    .slice(0, DENIED_WORDS);
}

/** The share of a sentence that another must hold in the same order for single words to be compared. */
const NEARLY_SAME = 0.75;

interface Aligned {
  /** For each token of the claim, the place of the same one in what was said; null where there is none. */
  places: (number | null)[];
  share: number;
}

function align(claim: FactText, said: FactText, shared: SharedFacts): Aligned {
  const taken = new Set<number>();
  let before = -1;
  let held = 0;
  let total = 0;
  const places = claim.tokens.map((token) => {
    total += token.weight;
    const found = said.tokens.flatMap((other, i) =>
      !taken.has(i) && shared.isSame(token, other) ? [i] : [],
    );
    const place = found.find((i) => i > before) ?? found[0];
    if (place === undefined) return null;
    taken.add(place);
    before = place;
    held += token.weight;
    return place;
  });
  return { places, share: total === 0 ? 0 : held / total };
}

/** Whether two words, names or numbers have changed places in a sentence that is otherwise the same. */
export function isSwapped(claim: FactText, said: FactText, shared: SharedFacts): boolean {
  const { places, share } = align(claim, said, shared);
  if (share < NEARLY_SAME) return false;
  const blocks = blocksOf(places);
  const sorted = blocks.map(({ place }) => place).sort((a, b) => a - b);
  const moved = blocks.filter(({ place }, i) => place !== sorted[i]);
  const [one, other] = moved;
  if (moved.length !== 2 || one === undefined || other === undefined) return false;
  // Who does something in the active voice stands behind `by` in the passive one.
  if (
    hasAgent(claim, moved) !==
    hasAgent(
      said,
      moved.map(({ place, length }) => ({ i: place, place, length })),
    )
  )
    return false;
  const isApart = blocks.some(({ place }) => isBetween(place, one.place, other.place));
  const isFact = [one, other].some(({ i }) => isName(claim.tokens[i]));
  const isDate = [one, other].some(({ i }) => claim.tokens[i]?.kind === "month");
  if (isDate || (!isApart && !isFact)) return false;
  const pairs = [[one, other] as const, [other, one] as const];
  const hasTaken = pairs.some(([from, taken]) => tookPlace(claim, said, { from, taken, isApart }));
  return hasTaken || (isApart && !pairs.some(([from, taken]) => movedAlong(claim, said, { from, taken })));
}

function isBetween(place: number, one: number, other: number): boolean {
  return place > Math.min(one, other) && place < Math.max(one, other);
}

function isName(token: FactToken | undefined): boolean {
  return token?.kind === "name" || token?.kind === "number";
}

const AGENT = /^(?:by|von|vom|durch|par|por|da|dal|dalla|pelo|pela|door|av|przez|被|由)$/u;

function hasAgent(text: FactText, blocks: readonly Block[]): boolean {
  return blocks.some(({ i }) => AGENT.test(besideLeft(text, i)));
}

/** Tokens that follow each other in both sentences. */
interface Block {
  /** Where it begins in the claim, where in what was said, and how long it is. */
  i: number;
  place: number;
  length: number;
}

function blocksOf(places: readonly (number | null)[]): Block[] {
  const blocks: Block[] = [];
  for (const [i, place] of places.entries()) {
    if (place === null) continue;
    const last = blocks.at(-1);
    if (last !== undefined && last.i + last.length === i && last.place + last.length === place) last.length++;
    else blocks.push({ i, place, length: 1 });
  }
  return blocks;
}

/** Whether a block stands beside the words that the other one stood beside. */
function tookPlace(
  claim: FactText,
  said: FactText,
  { from, taken, isApart }: { from: Block; taken: Block; isApart: boolean },
): boolean {
  const isAt = (now: string, there: string, before: string) =>
    now !== "" && now === there && now !== before && !LIST_MARK.test(now) && (isApart || !COPULA.test(now));
  const last = (i: number, { length }: Block) => i + length - 1;
  return (
    isAt(besideLeft(claim, from.i), besideLeft(said, taken.place), besideLeft(said, from.place)) ||
    isAt(
      endingOf(claim, last(from.i, from)),
      endingOf(said, last(taken.place, taken)),
      endingOf(said, last(from.place, from)),
    )
  );
}

/** Whether a block has brought the small word before it along: then only the order has changed. */
function movedAlong(
  claim: FactText,
  said: FactText,
  { from, taken }: { from: Block; taken: Block },
): boolean {
  const now = besideLeft(claim, from.i);
  return now === besideLeft(said, from.place) && now !== besideLeft(said, taken.place);
}

/** What both sides of may change places around, as the beginning of a sentence may be either. */
const COPULA =
  /^(?:\^|is|are|was|were|ist|sind|war|waren|est|sont|es|son|è|sono|é|são|är|jest|—|是|является)$/u;
const LIST_MARK = /^(?:,|、|and|und|et|y|e|en|och|i|и|ve|و|和|と)$/u;

/** What stands before a token: a small word, a mark or the beginning. */
function besideLeft({ tokens, raw }: FactText, i: number): string {
  const token = tokens[i];
  if (token === undefined) return "";
  const before = raw.slice(Math.max(0, token.start - 40), token.start).trimEnd();
  if (before === "") return "^";
  if (PARTICLE_SCRIPT.test(token.text)) return before.slice(-1);
  return /(?:[\p{L}\p{M}\p{N}]+|[^\p{L}\p{N}\s])$/u.exec(before)?.[0].toLowerCase() ?? "";
}

/** What is written together with it and says what part it plays: an ending or a particle. */
function endingOf({ tokens, raw }: FactText, i: number): string {
  const token = tokens[i];
  if (token === undefined || !PARTICLE_SCRIPT.test(token.text)) return "";
  const ending = /\p{Script=Hangul}/u.test(token.text) ? token.text.slice(-1) : "";
  return ending + (raw[token.start + token.text.length] ?? "");
}

const PARTICLE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** How many words may stand where another one was. */
const REPLACED_WORDS = 2;

interface Comparison {
  shared: SharedFacts;
  /** Whether a word stands anywhere in the passages. */
  isElsewhere(token: FactToken): boolean;
}

/**
 * Whether a word stands where a sentence that is otherwise the same has another one. A word that stands nowhere else may
 * mean the same, unless it is a name.
 */
export function isReplaced(claim: FactText, said: FactText, { shared, isElsewhere }: Comparison): boolean {
  const { places, share } = align(claim, said, shared);
  if (share < NEARLY_SAME) return false;
  const taken = new Set(places);
  return claim.tokens.some((token, i) => {
    if (places[i] !== null || !isTelling(token)) return false;
    const left = placeBefore(places, i);
    const right = placeAfter(places, i) ?? said.tokens.length;
    if (right <= left || right - left - 1 > REPLACED_WORDS) return false;
    return said.tokens.some((other, k) => {
      if (k <= left || k >= right || taken.has(k) || !isTelling(other)) return false;
      if (token.isCapital || other.isCapital) return true;
      const isBetweenSame =
        besideLeft(claim, i) === besideLeft(said, k) && after(claim, token) === after(said, other);
      return isBetweenSame && (isElsewhere(token) || !CASED.test(token.text));
    });
  });
}

/** Scripts in which a capital would tell a name. */
const CASED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** The word behind a token, or that nothing follows. */
function after({ raw }: FactText, { start, text }: FactToken): string {
  const rest = raw.slice(start + text.length, start + text.length + 40).trimStart();
  if (PARTICLE_SCRIPT.test(text)) return /^[\p{L}\p{N}]/u.exec(rest)?.[0] ?? "$";
  return /^[\p{L}\p{M}\p{N}]+/u.exec(rest)?.[0].toLowerCase() ?? "$";
}

function isTelling({ weight }: FactToken): boolean {
  return weight >= 0.6;
}

function placeBefore(places: readonly (number | null)[], i: number): number {
  return places.slice(0, i).findLast((place) => place !== null) ?? -1;
}

function placeAfter(places: readonly (number | null)[], i: number): number | undefined {
  return places.slice(i + 1).find((place) => place !== null) ?? undefined;
}
