/** How many vectors a row holds, but for the last one of a document. */
export const VECTORS_PER_ROW = 4_096;

/** A row of vectors as the tables keep them. */
interface VectorRow {
  part: number;
  numbers: Uint8Array;
}

/** The rows of a document's `count` vectors, which stand one after the other. */
export function* vectorRows(vectors: Float32Array, count: number): Generator<VectorRow> {
  const rowLength = VECTORS_PER_ROW * (vectors.length / count);
  for (let from = 0, part = 0; from < vectors.length; from += rowLength, part++) {
    const { buffer, byteOffset, byteLength } = vectors.subarray(from, from + rowLength);
    yield { part, numbers: new Uint8Array(buffer, byteOffset, byteLength) };
  }
}
