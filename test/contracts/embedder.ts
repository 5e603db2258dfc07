import { describe, expect, it } from "vitest";
import { DIMENSIONS } from "../../src/domain/passage.ts";
import type { Embedder, OnVectors } from "../../src/ports/embedder.ts";
import { openDuring } from "./open-during.ts";

/** What every embedder promises. `open` is called once for the suite. */
export function embedderContract(
  name: string,
  open: () => Promise<{ embedder: Embedder; close(): Promise<void> }>,
): void {
  describe(`embedder contract: ${name}`, () => {
    let embedder: Embedder;
    openDuring(open, "suite", (opened) => {
      embedder = opened.embedder;
    });
    const { signal } = new AbortController();

    const embedQuery = (text: string) => embedder.embedQuery(text, signal);
    const embedPassages = (texts: readonly string[]) =>
      embedder.embedPassages(texts, () => undefined, signal);

    it("names itself, and keeps the name that it has when it is ready", async () => {
      await embedder.ready(signal);
      const { identity } = embedder;
      expect(identity).toMatch(/\S/);
      await embedPassages(["text"]);
      await embedQuery("question");
      expect(embedder.identity).toBe(identity);
    });

    it.each(AWKWARD_TEXTS)("gives a unit vector of 768 finite numbers for %s", async (_, text) => {
      const vectors = [await embedQuery(text), ...(await embedPassages([text]))];
      expect(vectors).toHaveLength(2);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(DIMENSIONS);
        expect(vector.every(Number.isFinite)).toBe(true);
        expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-5);
      }
    });

    it("scores a passage that answers a question above one that does not", async () => {
      const passages = await embedPassages([FELINE, FINANCE, BAKING]);
      for (const [asked, answer] of [
        ["Where does the cat sleep?", 0],
        ["How did the company's income develop?", 1],
        ["At what temperature is sourdough baked?", 2],
      ] as const) {
        const query = await embedQuery(asked);
        const scores = passages.map((passage) => cosine(query, passage));
        expect(scores.indexOf(Math.max(...scores))).toBe(answer);
      }
    });

    it("gives a text the same vector, alone or among others", async () => {
      const [alone] = await embedPassages([FELINE]);
      const among = (await embedPassages([BAKING.repeat(5), FELINE, "", FINANCE]))[1];
      expect(cosine(alone, among)).toBeGreaterThan(0.999);
    });

    it("keeps the order of many texts of all lengths", async () => {
      const texts = Array.from({ length: 50 }, (_, i) => `Item ${i}. ${"word ".repeat((i * 13) % 40)}`);
      const vectors = await embedPassages(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const i of [0, 7, 8, 31, 49]) {
        const [expected] = await embedPassages(texts.slice(i, i + 1));
        const scores = vectors.map((vector) => cosine(vector, expected));
        expect(scores.indexOf(Math.max(...scores))).toBe(i);
      }
    });

    it("gives every vector once as soon as it is there, with the number of its text", async () => {
      const given = new Map<number, Float32Array>();
      let isOver = false;
      const texts = Array.from({ length: 150 }, (_, i) => `Text ${i}`);
      const onVectors: OnVectors = (from, vectors) => {
        expect(isOver).toBe(false);
        for (const [i, vector] of vectors.entries()) {
          expect(given.has(from + i)).toBe(false);
          given.set(from + i, vector);
        }
      };
      const vectors = await embedder.embedPassages(texts, onVectors, signal);
      isOver = true;
      expect(given.size).toBe(150);
      expect(vectors.every((vector, i) => vector === given.get(i))).toBe(true);
    });

    it("gives nothing for no texts", async () => {
      expect(await embedPassages([])).toEqual([]);
    });

    it("answers questions that are asked at once, each with its own vector", async () => {
      const questions = Array.from({ length: 10 }, (_, i) => `What happened in the year ${1900 + i * 7}?`);
      const together = await Promise.all(questions.map(embedQuery));
      for (const [i, question] of questions.entries()) {
        expect(cosine(together[i], await embedQuery(question))).toBeGreaterThan(0.999);
      }
    });

    it("does nothing when it is aborted beforehand, and rejects with the reason", async () => {
      const reason = new Error("left already");
      const aborted = AbortSignal.abort(reason);
      await expect(embedder.embedQuery("question", aborted)).rejects.toBe(reason);
      await expect(embedder.embedPassages(["text"], () => undefined, aborted)).rejects.toBe(reason);
      await expect(embedder.ready(aborted)).rejects.toBe(reason);
    });

    it("stops when it is aborted on the way, and goes on with the next call", async () => {
      const controller = new AbortController();
      const reason = new Error("left");
      const texts = Array.from({ length: 200 }, (_, i) => `Text number ${i}`);
      const onVectors = () => controller.abort(reason);
      await expect(embedder.embedPassages(texts, onVectors, controller.signal)).rejects.toBe(reason);
      expect(await embedPassages(["next"])).toHaveLength(1);
    });
  });
}

const FELINE = "Our old tomcat spends his nights on the warm windowsill above the radiator.";
const FINANCE = "Revenue rose by eleven percent in the third quarter, driven by licence sales.";
const BAKING = "Let the loaf rise overnight, then put it into the oven at 240 degrees for twenty minutes.";

const AWKWARD_TEXTS: [string, string][] = [
  ["an empty text", ""],
  ["white space", " \n\t "],
  ["punctuation", "?!… --- ***"],
  ["a stop word", "the"],
  ["emoji", "🎉👩‍👩‍👧‍👦🏳️‍🌈"],
  ["Chinese and Japanese", "今天天气很好。図書館は静かです。"],
  ["a lone surrogate", "before \ud83d after \udc00"],
  ["control characters", "a\u0000b\u0007c\ufeff\ufffd"],
  ["a word of 10,000 letters", "x".repeat(10_000)],
  ["a text of 20,000 words", "lorem ipsum dolor sit ".repeat(5_000)],
];

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error("A vector is missing");
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
