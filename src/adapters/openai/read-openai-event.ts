import type { AnswerEnding, AnswerEvent, ReadAnswerEvent } from "../model-calls/answer-event.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { countField, field, isObject, listField, textField } from "../model-calls/json-field.ts";
import { rejectedInStream } from "../model-calls/rejected-call.ts";
import { openThoughtFilter } from "../model-calls/thought-filter.ts";

/** Opens the reader of one answer. What the model thinks before it answers is no text, also where it is sent as such. */
export function openOpenAiReader(): ReadAnswerEvent {
  const withoutThought = openThoughtFilter();
  return (event) => {
    const answer = readOpenAiEvent(event);
    const text = withoutThought(answer.text, answer.ending !== undefined);
    answer.isThought ||= text !== answer.text;
    answer.text = text;
    return answer;
  };
}

/**
 * Reads an event of `/chat/completions`. By hand, not by a schema: it is done for every token of every stream.
 * A refusal is what the model has to say, and so text like any.
 */
export function readOpenAiEvent(event: unknown): AnswerEvent {
  const error = field(event, "error");
  if (error != null) throw rejectedInStream(error);
  const usage = usageOf(field(event, "usage"));
  if (!Array.isArray(field(event, "choices")) && usage === undefined) throw new CallFailure("garbled");
  const choice = listField(event, "choices")[0];
  const delta = field(choice, "delta");
  return {
    text: textOf(delta) + (textField(delta, "refusal") ?? ""),
    isThought: hasThought(delta),
    ending: endingOf(textField(choice, "finish_reason")),
    usage,
  };
}

/** Servers that tell thoughts from text do it in one of these ways. */
function hasThought(delta: unknown): boolean {
  if (textField(delta, "reasoning_content") || textField(delta, "reasoning")) return true;
  return listField(delta, "content").some((part) => field(part, "type") !== "text");
}

/** Some servers send the content in parts, of which the thoughts are of another type than `text`. */
function textOf(delta: unknown): string {
  let text = textField(delta, "content") ?? "";
  for (const part of listField(delta, "content")) {
    if (field(part, "type") === "text") text += textField(part, "text") ?? "";
  }
  return text;
}

function endingOf(reason: string | undefined): AnswerEnding | undefined {
  switch (reason) {
    case undefined:
    case "":
      return undefined;
    case "stop":
    case "length":
      return { kind: reason, word: reason };
    case "error":
    case "abort":
    case "insufficient_system_resource":
      return { kind: "failed", word: reason };
    case "content_filter":
      return { kind: "withheld", word: reason };
    default:
      return { kind: "other", word: reason };
  }
}

function usageOf(usage: unknown): AnswerEvent["usage"] {
  if (!isObject(usage)) return undefined;
  return {
    inputTokens: countField(usage, "prompt_tokens"),
    outputTokens: countField(usage, "completion_tokens"),
  };
}
