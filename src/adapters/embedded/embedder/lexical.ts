import { termsOf } from "../../../domain/terms.ts";

/** How many numbers stand for the words of a text. */
export const LEXICAL_WIDTH = 383;

/**
 * The words of a text, however long: every term adds its weight, with a sign, to a few slots that its hash picks,
 * so that texts which share rare words point the same way. Unit length; null where a text has no terms.
 */
export function lexicalVector(text: string): Float32Array | null {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const sums = new Float64Array(LEXICAL_WIDTH);
  for (const [term, count] of counts) addTerm(sums, term, 1 + Math.log(count));
  const length = Math.hypot(...sums);
  return length === 0 ? null : Float32Array.from(sums, (sum) => sum / length);
}

const SLOTS_PER_TERM = 4;

function addTerm(sums: Float64Array, term: string, weight: number): void {
  const hash = hashOf(term);
  for (let i = 1; i <= SLOTS_PER_TERM; i++) {
    const bits = scramble(hash + i * GOLDEN);
    const slot = (bits >>> 1) % LEXICAL_WIDTH;
    sums[slot] = (sums[slot] ?? 0) + (bits % 2 === 0 ? weight : -weight);
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash;
}

const GOLDEN = 0x9e3779b9;

/** Spreads every bit of a 32-bit number over all others. */
function scramble(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
