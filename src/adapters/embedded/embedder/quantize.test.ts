import { describe, expect, it } from "vitest";
import { LARGEST_WEIGHT, quantizeTransposed } from "./quantize.ts";

describe("quantizeTransposed", () => {
  const inputs = 100;
  const outputs = 70;
  const weights = Float32Array.from({ length: inputs * outputs }, (_, i) => Math.sin(i * i) * (1 + (i % 7)));

  it("gives every weight back within half a step of its output's scale", () => {
    const { values, scales, outputs: columns } = quantizeTransposed(weights, inputs);
    expect(columns).toBe(outputs);
    const errors = Array.from(weights, (weight, i) => {
      const output = Math.floor(i / inputs);
      const scale = scales[output] ?? 0;
      return Math.abs(weight - (values[(i % inputs) * outputs + output] ?? 0) * scale) / scale;
    });
    expect(Math.max(...errors)).toBeLessThan(0.5001);
  });

  it("never lets two products with 8-bit activations leave 16 bits", () => {
    const largest = Math.max(...quantizeTransposed(weights, inputs).values.map(Math.abs));
    expect(largest).toBe(LARGEST_WEIGHT);
    expect(2 * 255 * largest).toBeLessThan(2 ** 15);
  });

  it("keeps an output without weights at zero", () => {
    const { values, scales } = quantizeTransposed(new Float32Array(4), 2);
    expect([...values]).toEqual([0, 0, 0, 0]);
    expect([...scales]).toEqual([1, 1]);
  });
});
