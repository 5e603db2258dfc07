/**
 * The vector that stands for all of them: the one nearest in direction to their mean, the first of equals. It is a
 * member and not the mean itself, so that similarities to it mean what they mean for any chunk.
 */
export function representativeVector(vectors: readonly Float32Array[]): Float32Array {
  const [first] = vectors;
  if (first === undefined) throw new RangeError("There is no representative of no vectors");
  const sum = new Float64Array(first.length);
  for (const vector of vectors) {
    const length = Math.sqrt(dot(vector, vector)) || 1;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) / length;
  }
  let best = first;
  let bestSimilarity = Number.NEGATIVE_INFINITY;
  for (const vector of vectors) {
    const similarity = dot(vector, sum) / (Math.sqrt(dot(vector, vector)) || 1);
    if (similarity > bestSimilarity) {
      best = vector;
      bestSimilarity = similarity;
    }
  }
  return best;
}

function dot(a: Float32Array, b: Float32Array | Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
