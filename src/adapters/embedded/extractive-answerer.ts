import { setImmediate } from "node:timers/promises";
import type { ChatPrompt } from "../../domain/build-prompt.ts";
import { latestQuestion } from "../../domain/message.ts";
import { smallTalkOf } from "../../domain/small-talk.ts";
import { inTurns } from "../../flow/in-turns.ts";
import type { ChatModel } from "../../ports/chat-model.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { carriesNote, WORDS } from "./answerer/answer-words.ts";
import { askQuestion } from "./answerer/asked-question.ts";
import { chooseAnswer, nearestPassages, rankUnits } from "./answerer/choose-answer.ts";
import { joinPassages } from "./answerer/joined-passages.ts";
import { weighUnits } from "./answerer/weigh-units.ts";

/**
 * Answers without a language model: quotes the sentences, rows, values and lists of the passages that answer best, each
 * with its citation, or says that nothing does.
 */
export function openExtractiveAnswerer({ embedQuery }: Pick<Embedder, "embedQuery">): ChatModel {
  return {
    async *answer(prompt, signal) {
      signal.throwIfAborted();
      const paragraphs = await answerParagraphs(embedQuery, prompt, signal);
      for (const fragment of fragmentsOf(paragraphs.join("\n\n"))) {
        await setImmediate();
        signal.throwIfAborted();
        yield fragment;
      }
    },
  };
}

async function answerParagraphs(
  embedQuery: Embedder["embedQuery"],
  { messages, passages }: ChatPrompt,
  signal: AbortSignal,
): Promise<string[]> {
  const said = messages.map(({ content }) => content).join("\n");
  const question = askQuestion(latestQuestion(messages) ?? "", said.slice(0, 2_000));
  const words = WORDS[question.language];
  const smallTalk = smallTalkOf(question.text);
  if (smallTalk !== null) return [words[smallTalk === "thanks" ? "thanks" : "greeting"]];

  const texts = await inTurns(joinPassages(passages), signal);
  const units = await inTurns(weighUnits(question, texts), signal);
  const ranked = await rankUnits(embedQuery, { question, units }, signal);
  const { units: chosen, isSure } = chooseAnswer(question, ranked);
  const paragraphs = chosen.map(({ quotation, passage }) => `${quotation} [${passage}]`);
  if (chosen.length > 0 && !isSure) paragraphs.unshift(words.unsure);
  if (chosen.length === 0) {
    const nearest = nearestPassages(ranked, passages.length).map((number) => `[${number}]`);
    paragraphs.push([words.notFound, ...(nearest.length > 0 ? [words.nearest, ...nearest] : [])].join(" "));
  }
  const isNoted = messages.some(({ role, content }) => role === "assistant" && carriesNote(content));
  if (!isNoted) paragraphs.push(`> ${words.connect}`);
  return paragraphs;
}

/** Three words at a time, with the white space before them. */
function fragmentsOf(text: string): string[] {
  return text.match(/\s*\S{1,40}(?:[^\S\n]+\S{1,40}){0,2}/gu) ?? [];
}
