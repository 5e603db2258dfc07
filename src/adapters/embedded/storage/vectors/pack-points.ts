import { setImmediate } from "node:timers/promises";
import { AppError } from "../../../../domain/errors.ts";
import { type Chunk, DIMENSIONS, type Point } from "../../../../domain/passage.ts";

/** The points of a document in a form that crosses to a thread without being copied. */
export interface PackedPoints {
  /** All vectors, one after the other. */
  vectors: Float32Array<ArrayBuffer>;
  /** The chunks in the same order: each batch is the JSON of some of them. */
  batches: Uint8Array<ArrayBuffer>[];
}

/** A chunk with the id of its point. */
export type PackedChunk = Chunk & { id: string };

/** So many chunks have their words written at once. */
export const BATCH = 64;

/** Packs points in the order of their chunks, batch by batch so that the event loop never waits long. */
export async function packPoints(points: readonly Point[], signal: AbortSignal): Promise<PackedPoints> {
  const ordered = points.toSorted((a, b) => a.chunk.chunkIndex - b.chunk.chunkIndex);
  const vectors = new Float32Array(ordered.length * DIMENSIONS);
  const batches: Uint8Array<ArrayBuffer>[] = [];
  const encoder = new TextEncoder();
  for (let from = 0; from < ordered.length; from += BATCH) {
    if (from > 0) await setImmediate();
    signal.throwIfAborted();
    const batch = ordered.slice(from, from + BATCH);
    for (const [index, point] of batch.entries()) {
      checkVector(point.vector);
      vectors.set(point.vector, (from + index) * DIMENSIONS);
    }
    const chunks: PackedChunk[] = batch.map(({ id, chunk }) => ({ ...chunk, id }));
    batches.push(encoder.encode(JSON.stringify(chunks)));
  }
  return { vectors, batches };
}

/** Throws where a vector does not have the numbers that every vector has. */
export function checkVector(vector: Float32Array): void {
  if (vector.length === DIMENSIONS) return;
  throw new AppError("vector-store-failed", "A vector has the wrong size", {
    details: `It has ${vector.length} numbers; vectors have ${DIMENSIONS}.`,
  });
}
