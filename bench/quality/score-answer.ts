import type { ExpectedAnswer } from "./quality-set.ts";

/** How an answer is judged. */
export type Verdict = "right" | "partly" | "wrong";

/** How an answer that found nothing begins, in the languages of the sets. */
const NOT_FOUND = [
  /\b(?:found (?:nothing|no (?:clear )?answer)|nothing (?:was |is )?(?:found|in your documents)|(?:not|n't|no answer|could not be|cannot be) (?:\w+ ){0,3}f(?:ou|i)nd|not (?:\w+ )?in your documents)\b/i,
  /\b(?:nichts|keine? \p{L}+)\b[^.]{0,80}\bgefunden|\bnicht\b[^.]{0,60}\b(?:gefunden|finden)|in (?:deinen|ihren|den) dokumenten steht (?:das |dazu )?nicht/iu,
  /\bno (?:he |se ha |se |hay )?(?:encontr\p{L}+|nada)|\bnada\b[^.]{0,60}\bdocumentos/iu,
  /見つかりません|見つけられません|ありませんでした|記載がありません/,
];
/** Only the beginning says that; later passages may be offered. */
const BEGINNING = 300;

/** Whether an answer says that nothing was found. */
export function saysNotFound(answer: string): boolean {
  const beginning = answer.slice(0, BEGINNING);
  return NOT_FOUND.some((pattern) => pattern.test(beginning));
}

/**
 * Judges an answer. Where something answers the question, it is right with every expected fact, of which one stands in
 * the first paragraph that cites; partly right with some of them, or with all of them behind something else, beside
 * something that must not be there or behind "not found". Where nothing does, the one right answer is that nothing was
 * found.
 */
export function scoreAnswer(
  answer: string,
  { expect, never }: Pick<ExpectedAnswer, "expect" | "never">,
): Verdict {
  if (expect.length === 0) return saysNotFound(answer) ? "right" : "wrong";
  const facts = expect.filter(standsIn(answer)).length;
  if (facts === 0) return "wrong";
  const isSpoilt = never.some(standsIn(answer)) || saysNotFound(answer);
  const comesFirst = expect.some(standsIn(firstCited(answer)));
  return facts === expect.length && comesFirst && !isSpoilt ? "right" : "partly";
}

function standsIn(text: string): (pattern: string) => boolean {
  const line = text.normalize("NFKC").replace(/\s+/g, " ");
  return (pattern) => new RegExp(pattern, "iu").test(line);
}

function firstCited(answer: string): string {
  return answer.split(/\n\s*\n/).find((paragraph) => /\[\d+\]/.test(paragraph)) ?? answer;
}
