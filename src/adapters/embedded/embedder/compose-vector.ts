import { LEXICAL_WIDTH } from "./lexical.ts";
import { WIDTH } from "./minilm-graph.ts";

/** How much of the similarity of two texts is that of their words; the rest is that of their meaning. */
export const LEXICAL_SHARE = 0.4;

/** What every similarity is lifted by: `LIFT + (1 − LIFT) · cosine`. Chosen in docs/decisions/0003-embedded-embedder.md. */
export const LIFT = 0.28;

/**
 * One unit vector of 768 numbers from the two halves and a constant. The cosine of two of them is the lifted,
 * weighted mean of the cosines of their halves. Without words, the meaning takes all the weight.
 */
export function composeVector(semantic: Float32Array, lexical: Float32Array | null): Float32Array {
  const share = lexical === null ? 0 : LEXICAL_SHARE;
  const vector = new Float32Array(WIDTH + LEXICAL_WIDTH + 1);
  vector.set(scaled(semantic, Math.sqrt((1 - LIFT) * (1 - share))), 0);
  if (lexical !== null) vector.set(scaled(lexical, Math.sqrt((1 - LIFT) * share)), WIDTH);
  vector[WIDTH + LEXICAL_WIDTH] = Math.sqrt(LIFT);
  return vector;
}

function scaled(vector: Float32Array, factor: number): Float32Array {
  return vector.map((value) => value * factor);
}
