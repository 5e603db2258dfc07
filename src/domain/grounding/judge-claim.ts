import type { FactText, FactToken } from "./fact-tokens.ts";
import { denies, isReplaced, isSwapped } from "./find-changes.ts";
import type { GroundedSentence, Verdict } from "./grounding.ts";
import { type FactWindow, type PassageFacts, type SharedFacts, shareFacts } from "./passage-facts.ts";

/** Which share of its words the passages must hold for a claim to be borne out, and to be so in part. */
const SUPPORTED_SHARE = 0.5;
const PARTLY_SHARE = 0.3;
/** A sentence is compared word by word with one that holds this share of it. */
const COMPARABLE_SHARE = 0.5;

/** How many sentences are compared with a claim before others have a turn. */
const WINDOWS_AT_ONCE = 4;

interface Judgement {
  verdict: Exclude<Verdict, "uncited">;
  match: GroundedSentence["match"];
  missing: string[];
}

/** What passages say about a claim. Pauses after some of their sentences. */
export function* judgeClaim(claim: FactText, passages: readonly PassageFacts[]): Generator<void, Judgement> {
  const shared = shareFacts();
  const hard = claim.tokens.filter(isHard);
  const windows = passages.flatMap((passage) => passage.windows);
  const window = yield* bestWindow(claim, windows, shared);
  const match = window && { passage: window.passage, start: window.start, end: window.end };
  const missing = hard.filter((token) => !passages.some(({ whole }) => shared.holds(whole, token)));
  const judged = (verdict: Judgement["verdict"]): Judgement => ({
    verdict,
    match: verdict === "unsupported" && missing.length === 0 && window === null ? null : match,
    missing: [...new Set(missing.map(({ text }) => text))],
  });
  if (passages.every(({ whole }) => isInOtherLanguage(claim, whole)))
    return judged(judgeTranslated(hard, missing));
  if (missing.length > 0) return judged("unsupported");
  const share = shareOf(claim, (token) => passages.some(({ whole }) => shared.holds(whole, token)));
  if (share < PARTLY_SHARE) return judged("unsupported");
  const change = yield* changeIn(claim, passages, shared);
  if (change !== null) return judged(change);
  return judged(share < SUPPORTED_SHARE || !standsTogether(claim, passages, shared) ? "partly" : "supported");
}

/** What must be found exactly: numbers, dates and names. */
function isHard({ kind }: FactToken): boolean {
  return kind !== "word";
}

/** Words can only be compared within a language; numbers and names are alike in many. */
function judgeTranslated(hard: readonly FactToken[], missing: readonly FactToken[]): Judgement["verdict"] {
  if (missing.some(({ kind }) => kind === "number")) return "unsupported";
  return hard.length > missing.length ? "supported" : "partly";
}

function isInOtherLanguage(claim: FactText, passage: FactText): boolean {
  if (claim.script !== passage.script) return true;
  return claim.language !== null && passage.language !== null && claim.language !== passage.language;
}

function shareOf({ tokens }: FactText, isHeld: (token: FactToken) => boolean): number {
  const total = tokens.reduce((sum, { weight }) => sum + weight, 0);
  const held = tokens.reduce((sum, token) => sum + (isHeld(token) ? token.weight : 0), 0);
  return total === 0 ? 0 : held / total;
}

/** The sentence or two of the passages that hold most of a claim with the fewest words. */
function* bestWindow(
  claim: FactText,
  windows: readonly FactWindow[],
  shared: SharedFacts,
): Generator<void, (FactWindow & { share: number }) | null> {
  let best: (FactWindow & { share: number; score: number }) | null = null;
  for (const [i, window] of windows.entries()) {
    if (i % WINDOWS_AT_ONCE === WINDOWS_AT_ONCE - 1) yield;
    const share = shareOf(claim, (token) => shared.holds(window.facts, token));
    const score = share - 0.004 * window.facts.tokens.length;
    if (share > 0 && (best === null || score > best.score)) best = { ...window, share, score };
  }
  return best;
}

/** How a claim changes what the best sentence says, where it does. */
function* changeIn(
  claim: FactText,
  passages: readonly PassageFacts[],
  shared: SharedFacts,
): Generator<void, "unsupported" | "partly" | null> {
  const sentences = passages.flatMap(({ windows }) => windows.filter(({ isPair }) => !isPair));
  const best = yield* bestWindow(claim, sentences, shared);
  if (best === null || best.share < COMPARABLE_SHARE) return null;
  if (denies(claim, best.facts, shared) || isSwapped(claim, best.facts, shared)) return "unsupported";
  const isElsewhere = (token: FactToken) => passages.some(({ whole }) => shared.holds(whole, token));
  return isReplaced(claim, best.facts, { shared, isElsewhere }) ? "partly" : null;
}

/** Whether the facts of a claim, or of each part of it, stand in one place: what is true apart may be false together. */
function standsTogether(claim: FactText, passages: readonly PassageFacts[], shared: SharedFacts): boolean {
  const windows = passages.flatMap((passage) => passage.windows);
  const hard = claim.tokens.filter(
    (token) => isHard(token) && windows.some(({ facts }) => shared.holds(facts, token)),
  );
  const isInOne = (tokens: readonly FactToken[]) =>
    windows.some(({ facts }) => tokens.every((token) => shared.holds(facts, token)));
  if (hard.length < 2 || isInOne(hard)) return true;
  return Map.groupBy(hard, ({ clause }) => clause)
    .values()
    .every(isInOne);
}
