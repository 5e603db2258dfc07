import { setImmediate } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import { latestQuestion } from "../../domain/message.ts";
import type { ChatModel } from "../../ports/chat-model.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { type AnswerSentence, answerSentences } from "./answer-sentences.ts";

/** How many sentences are compared with the question by meaning: each costs an embedding. */
const COMPARED = 12;
/** A sentence's meaning is taken from its beginning, because a longer text takes longer to embed. */
const COMPARED_LENGTH = 240;
const MAX_QUOTATIONS = 4;
/** A sentence is quoted when it is at least this good beside the best one. */
const WORTH_QUOTING = 0.6;
/** Two sentences say the same when they share this much of the shorter one's words. */
const SAME = 0.8;

const HOW_TO_CONNECT =
  "set `GEMINI_API_KEY`, or `OPENAI_BASE_URL` for Ollama, llama.cpp, vLLM, LM Studio or OpenAI, and start the service again.";
const AFTER_QUOTATIONS = `> These are quotations from your documents, not a written answer, because no language model is connected. To connect one, ${HOW_TO_CONNECT}`;
const NOTHING_FOUND = `I found nothing in your documents that answers this, or there was no document to look into.\n\n> No language model is connected, so I can only quote documents. To get general answers, ${HOW_TO_CONNECT}`;

/** Answers without a language model: quotes the sentences of the passages that answer best, each with its citation. */
export function openExtractiveAnswerer({ embedQuery }: Pick<Embedder, "embedQuery">): ChatModel {
  return {
    async *answer({ messages, passages }, signal) {
      signal.throwIfAborted();
      const question = latestQuestion(messages) ?? "";
      const sentences = answerSentences(question, passages);
      const compared = preselect(sentences);
      const similarities = await compare(embedQuery, { question, compared }, signal);
      const quotations = choose(compared, similarities, passages.length);
      const paragraphs = quotations.map(({ text, passage }) => `${text} [${passage}]`);
      paragraphs.push(quotations.length > 0 ? AFTER_QUOTATIONS : NOTHING_FOUND);
      for (const fragment of fragmentsOf(paragraphs.join("\n\n"))) {
        await setImmediate();
        signal.throwIfAborted();
        yield fragment;
      }
    },
  };
}

/** The sentences most worth an embedding: those whose words fit, then the first ones of the best passages. */
function preselect(sentences: readonly AnswerSentence[]): AnswerSentence[] {
  return sentences.toSorted((a, b) => b.fit * b.worth - a.fit * a.worth).slice(0, COMPARED);
}

async function compare(
  embedQuery: Embedder["embedQuery"],
  { question, compared }: { question: string; compared: readonly AnswerSentence[] },
  signal: AbortSignal,
): Promise<number[]> {
  if (compared.length === 0 || question.trim() === "") return compared.map(() => 0);
  try {
    const texts = [question, ...compared.map(({ text }) => text.slice(0, COMPARED_LENGTH))];
    const [asked, ...said] = await Promise.all(texts.map((text) => embedQuery(text, signal)));
    return said.map((vector) => (asked === undefined ? 0 : dot(asked, vector)));
  } catch (cause) {
    signal.throwIfAborted();
    throw new AppError("model-failed", "The passages could not be compared with the question", { cause });
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

function choose(
  compared: readonly AnswerSentence[],
  similarities: readonly number[],
  passages: number,
): AnswerSentence[] {
  const fits = normalise(compared.map(({ fit }) => fit));
  const meanings = normalise(similarities);
  const ranked = compared
    .map((sentence, i) => {
      const rank = 1 - (sentence.passage - 1) / passages;
      const score = 0.45 * (fits[i] ?? 0) + 0.4 * (meanings[i] ?? 0) + 0.15 * rank;
      return { sentence, score: score * sentence.worth };
    })
    .sort((a, b) => b.score - a.score);
  const chosen: AnswerSentence[] = [];
  for (const { sentence, score } of ranked) {
    if (chosen.length === MAX_QUOTATIONS || score < WORTH_QUOTING * (ranked[0]?.score ?? 0)) break;
    if (!chosen.some((other) => isSame(other, sentence))) chosen.push(sentence);
  }
  return chosen;
}

function normalise(scores: readonly number[]): number[] {
  const lowest = Math.min(...scores);
  const highest = Math.max(...scores);
  return scores.map((score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 0));
}

function isSame(a: AnswerSentence, b: AnswerSentence): boolean {
  return a.terms.intersection(b.terms).size >= SAME * Math.min(a.terms.size, b.terms.size);
}

/** Three words at a time, with the white space before them. */
function fragmentsOf(text: string): string[] {
  return text.match(/\s*\S{1,40}(?:[^\S\n]+\S{1,40}){0,2}/gu) ?? [];
}
