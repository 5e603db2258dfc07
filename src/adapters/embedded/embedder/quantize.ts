/** A matrix of `inputs × outputs` whole numbers; a weight is its whole number times the scale of its output. */
interface QuantizedMatrix {
  values: Int8Array;
  scales: Float32Array;
  outputs: number;
}

/**
 * The largest whole number used. Kernels of x64 processors without VNNI add pairs of products of an unsigned
 * 8-bit activation and a weight in 16 signed bits: 2 · 255 · 64 always fits, 2 · 255 · 127 does not.
 */
export const LARGEST_WEIGHT = 64;

/** Quantises a matrix that has one row of `inputs` weights per output, and transposes it. */
export function quantizeTransposed(weights: Float32Array, inputs: number): QuantizedMatrix {
  const outputs = weights.length / inputs;
  const values = new Int8Array(weights.length);
  const scales = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++)
    scales[output] = scaleOf(weights.subarray(output * inputs, (output + 1) * inputs));
  for (let first = 0; first < outputs; first += TILE) {
    const end = Math.min(first + TILE, outputs);
    for (let input = 0; input < inputs; input++) {
      for (let output = first; output < end; output++) {
        const weight = weights[output * inputs + input] ?? 0;
        values[input * outputs + output] = Math.round(weight / (scales[output] ?? 1));
      }
    }
  }
  return { values, scales, outputs };
}

/** Outputs that are transposed together: one cache line of bytes, which makes it several times faster. */
const TILE = 64;

function scaleOf(row: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < row.length; i++) largest = Math.max(largest, Math.abs(row[i] ?? 0));
  return largest === 0 ? 1 : largest / LARGEST_WEIGHT;
}
