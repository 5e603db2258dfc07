import { describe, expect, it } from "vitest";
import { hitOf } from "../../../test/doubles/hit.ts";
import { buildPrompt } from "../../domain/build-prompt.ts";
import type { Hit } from "../../domain/passage.ts";
import { termsOf } from "../../domain/terms.ts";
import { openExtractiveAnswerer } from "./extractive-answerer.ts";

/** Stands for a model of meaning: texts are near that share words. */
async function embedQuery(text: string): Promise<Float32Array> {
  const vector = new Float32Array(64);
  for (const term of termsOf(text)) {
    const slot = [...term].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 64, 7);
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

async function fragments(question: string, ...passages: Hit[]): Promise<string[]> {
  const prompt = buildPrompt({ messages: [{ role: "user", content: question }], passages });
  const model = openExtractiveAnswerer({ embedQuery });
  return Array.fromAsync(model.answer(prompt, new AbortController().signal));
}

async function paragraphs(question: string, ...passages: Hit[]): Promise<string[]> {
  return (await fragments(question, ...passages)).join("").split("\n\n");
}

const BADGERS =
  "Badgers are shy animals. A badger sleeps in its den in winter. Foxes eat mice. Snow falls in January.";

describe("openExtractiveAnswerer", () => {
  it("quotes the sentence that answers, with the number of its passage", async () => {
    const [first] = await paragraphs(
      "Where does the badger sleep in winter?",
      hitOf("Owls fly at night."),
      hitOf(BADGERS),
    );
    expect(first).toBe("A badger sleeps in its den in winter. [2]");
  });

  it("quotes at most four sentences, each once", async () => {
    const many = ["red", "blue", "green", "old", "small", "wild"].map(
      (kind) => `The ${kind} badger sleeps in ${kind} dens.`,
    );
    const quoted = (
      await paragraphs("Where do badgers sleep?", hitOf(many.join(" ")), hitOf(many.join(" ")))
    ).slice(0, -1);
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.length).toBeLessThanOrEqual(4);
    expect(new Set(quoted.map((quotation) => quotation.replace(/ \[\d\]$/, ""))).size).toBe(quoted.length);
  });

  it("says that these are quotations and how to connect a model", async () => {
    const last = (await paragraphs("Where does the badger sleep?", hitOf(BADGERS))).at(-1);
    expect(last).toMatch(/quotations/);
    expect(last).toMatch(/GEMINI_API_KEY.*OPENAI_BASE_URL.*Ollama, llama\.cpp, vLLM, LM Studio or OpenAI/);
  });

  it("says that nothing was found where there is no passage", async () => {
    const [answer, note, ...more] = await paragraphs("Where does the badger sleep?");
    expect(answer).toMatch(/found nothing.*no document to look into/);
    expect(note).toMatch(/^> .*GEMINI_API_KEY.*OPENAI_BASE_URL/);
    expect(more).toEqual([]);
  });

  it("says so too where the passages hold no sentence", async () => {
    expect(await paragraphs("Where?", hitOf("--- *** ---"))).toEqual(await paragraphs("Where?"));
  });

  it("quotes something for a question without telling words", async () => {
    const [first] = await paragraphs("what is this?", hitOf(BADGERS));
    expect(first).toMatch(/ \[1\]$/);
  });

  it("streams a few words at a time and loses none", async () => {
    const parts = await fragments("Where does the badger sleep?", hitOf(BADGERS));
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) expect(part.trim().split(/\s+/).length).toBeLessThanOrEqual(3);
    expect(parts.join("")).toContain("A badger sleeps in its den in winter. [1]");
  });

  it("compares no more than 24 sentences by meaning, however many there are", async () => {
    let calls = 0;
    const counting = (text: string) => {
      calls++;
      return embedQuery(text);
    };
    const text = Array.from({ length: 200 }, (_, i) => `Badger ${i} sleeps.`).join(" ");
    const prompt = buildPrompt({
      messages: [{ role: "user", content: "badger?" }],
      passages: [hitOf(text)],
    });
    await Array.fromAsync(
      openExtractiveAnswerer({ embedQuery: counting }).answer(prompt, new AbortController().signal),
    );
    expect(calls).toBeLessThanOrEqual(25);
  });

  it("throws the signal's reason when it is aborted while it compares", async () => {
    const reason = new Error("gone");
    const controller = new AbortController();
    const hanging = (_: string, signal: AbortSignal) =>
      new Promise<Float32Array>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const prompt = buildPrompt({
      messages: [{ role: "user", content: "badger?" }],
      passages: [hitOf(BADGERS)],
    });
    const answer = Array.fromAsync(
      openExtractiveAnswerer({ embedQuery: hanging }).answer(prompt, controller.signal),
    );
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});
