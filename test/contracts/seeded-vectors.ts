import { DIMENSIONS } from "../../src/domain/passage.ts";

/** Unit vectors that are the same in every run. */
export interface SeededVectors {
  random(): Float32Array;
  /** A random one whose cosine with the other is the given one. */
  near(other: Float32Array, cosine: number): Float32Array;
}

/** Makes a generator of unit vectors from a seed. */
export function seededVectors(seed: number): SeededVectors {
  const next = seededNumbers(seed);
  const random = () => unit(Float32Array.from({ length: DIMENSIONS }, () => next() + next() + next() - 1.5));
  return {
    random,
    near(other, cosine) {
      const direction = random();
      const along = dot(direction, other);
      const across = unit(direction.map((number, index) => number - along * (other[index] ?? 0)));
      const sine = Math.sqrt(1 - cosine * cosine);
      return unit(across.map((number, index) => sine * number + cosine * (other[index] ?? 0)));
    },
  };
}

/** Makes a generator of numbers from 0 to 1 from a seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function unit(numbers: Float32Array): Float32Array {
  const length = Math.sqrt(dot(numbers, numbers));
  return numbers.map((number) => number / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((total, number, index) => total + number * (b[index] ?? 0), 0);
}
