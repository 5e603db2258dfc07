import { TERMS_VERSION } from "../../domain/index-terms.ts";
import { inTurns } from "../../flow/in-turns.ts";
import type { SentPoint } from "./collection-points.ts";
import type { WrittenPoint } from "./payload.ts";
import { type NamedWords, WORDS, WORDS_FIELD, type Worded, wordsOf } from "./words.ts";

/** Small enough that making the JSON of a batch does not hold up other requests. */
export const MOST_POINTS = 128;
/** Qdrant takes 32 MB. */
const MOST_BYTES = 16 * 1024 * 1024;
/** After so many texts were cut into words, others have their turn. */
const WORDED_AT_ONCE = 8;

/** The points in the pieces in which they are to be written. */
export function inBatches(points: readonly WrittenPoint[]): WrittenPoint[][] {
  const batches: WrittenPoint[][] = [];
  let bytes = 0;
  for (const point of points) {
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === MOST_POINTS || bytes + point.bytes > MOST_BYTES) {
      batches.push([point]);
      bytes = point.bytes;
    } else {
      batch.push(point);
      bytes += point.bytes;
    }
  }
  return batches;
}

/** Points as they are sent to a collection without words. */
export function withoutWords(batch: readonly WrittenPoint[]): SentPoint[] {
  return batch.map(({ id, vector, payload }) => ({ id, vector: Array.from(vector), payload }));
}

/** Points as they are sent with their words. The first chunk of the document says that it has them. */
export async function withWords(batch: readonly WrittenPoint[], signal: AbortSignal): Promise<SentPoint[]> {
  const words = await allWordsOf(batch, signal);
  return batch.map(({ id, vector, payload }, i) => ({
    id,
    vector: { "": Array.from(vector), ...words[i] },
    payload: payload.chunkIndex === 0 ? { ...payload, [WORDS_FIELD]: TERMS_VERSION } : payload,
  }));
}

/** The words of several chunks, each under its name; null where a chunk has none. Cutting a text takes its time. */
export function allWordsOf(chunks: readonly { worded: Worded }[], signal: AbortSignal) {
  return inTurns(wordsInTurns(chunks), signal);
}

function* wordsInTurns(chunks: readonly { worded: Worded }[]): Generator<void, (NamedWords | null)[]> {
  const all: (NamedWords | null)[] = [];
  for (const [i, { worded }] of chunks.entries()) {
    if (i % WORDED_AT_ONCE === 0 && i > 0) yield;
    const words = wordsOf(worded);
    all.push(words.indices.length === 0 ? null : { [WORDS]: words });
  }
  return all;
}
