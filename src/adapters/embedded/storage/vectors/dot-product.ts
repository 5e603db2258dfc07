/** The dot product of a query and the vector that starts at `offset`. The length is a multiple of eight. */
export function dotProduct(query: Float32Array, numbers: Float32Array, offset: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0, j = offset; i < query.length; i += 8, j += 8) {
    a += at(query, i) * at(numbers, j) + at(query, i + 4) * at(numbers, j + 4);
    b += at(query, i + 1) * at(numbers, j + 1) + at(query, i + 5) * at(numbers, j + 5);
    c += at(query, i + 2) * at(numbers, j + 2) + at(query, i + 6) * at(numbers, j + 6);
    d += at(query, i + 3) * at(numbers, j + 3) + at(query, i + 7) * at(numbers, j + 7);
  }
  return a + b + (c + d);
}

function at(numbers: Float32Array, index: number): number {
  // The caller keeps the index inside; the cast costs nothing where a check would be paid for each number.
  return numbers[index] as number;
}
