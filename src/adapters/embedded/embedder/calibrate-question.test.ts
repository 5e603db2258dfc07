import { describe, expect, it } from "vitest";
import { calibrateQuestion } from "./calibrate-question.ts";
import { composeVector } from "./compose-vector.ts";
import { lexicalVector } from "./lexical.ts";
import { WIDTH } from "./minilm-graph.ts";

const KNOWN = { known: 1, together: 0.4 };
const UNKNOWN = { known: 0, together: 0 };
const question = calibrateQuestion("How long is the notice period of the lease?");
const german = calibrateQuestion("Wie lange ist die Kündigungsfrist der Wohnung?");

describe("the cosines of a question", () => {
  it("are what they are in a small library, whether or not it knows the words", () => {
    for (const evidence of [KNOWN, UNKNOWN]) {
      expect(question.cosineFor(0.43, { ...evidence, chunks: 20 })).toBeCloseTo(0.43, 10);
    }
  });

  it("fall with the size of the library, and more where the words are not known", () => {
    const of = (evidence: typeof KNOWN, chunks: number) => question.cosineFor(0.43, { ...evidence, chunks });
    expect(of(KNOWN, 300)).toBeLessThan(0.43);
    expect(of(KNOWN, 5_000)).toBeLessThan(of(KNOWN, 300));
    expect(of(UNKNOWN, 5_000)).toBeLessThan(of(KNOWN, 5_000) - 0.05);
    expect(of(KNOWN, 5_000_000)).toBe(of(KNOWN, 5_000));
  });

  it("rise where one passage holds the words, and more in languages that the model does not know", () => {
    const rise = (one: typeof question) =>
      one.cosineFor(0.4, { known: 1, together: 1, chunks: 5_000 }) -
      one.cosineFor(0.4, { known: 1, together: 0, chunks: 5_000 });
    expect(rise(question)).toBeGreaterThan(0.02);
    expect(rise(german)).toBeGreaterThan(rise(question) + 0.03);
  });

  it("keep their order and stay below 1", () => {
    for (const one of [question, german]) {
      for (const chunks of [0, 100, 100_000]) {
        const all = [-0.2, 0, 0.3, 0.6, 0.9].map((cosine) =>
          one.cosineFor(cosine, { known: 0.5, together: 0.5, chunks }),
        );
        expect(all).toEqual(all.toSorted((a, b) => a - b));
        expect(Math.max(...all)).toBeLessThanOrEqual(1);
      }
    }
  });

  it("never rise above a floor from below the least that is given for it", () => {
    for (const one of [question, german]) {
      for (const floor of [0, 0.4, 0.5]) {
        for (const chunks of [10, 500, 50_000]) {
          const below = one.leastFor(floor) - 1e-9;
          expect(one.cosineFor(below, { known: 1, together: 1, chunks })).toBeLessThan(floor);
        }
      }
    }
  });
});

it("the meaning of a vector is its first half, of unit length", () => {
  const semantic = new Float32Array(WIDTH).fill(1 / Math.sqrt(WIDTH));
  const meaning = question.meaningOf(composeVector(semantic, lexicalVector("the lease")));
  expect(Math.hypot(...meaning)).toBeCloseTo(1, 5);
  expect(meaning.subarray(WIDTH).every((value) => value === 0)).toBe(true);
});
