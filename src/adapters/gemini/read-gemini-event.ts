import type { AnswerEnding, AnswerEvent } from "../model-calls/answer-event.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { countField, field, isObject, listField, textField } from "../model-calls/json-field.ts";
import { rejectedInStream } from "../model-calls/rejected-call.ts";

/** Reads an event of `streamGenerateContent`. By hand, not by a schema: it is done for every token of every stream. */
export function readGeminiEvent(event: unknown): AnswerEvent {
  if (!isObject(event)) throw new CallFailure("garbled");
  const error = field(event, "error");
  if (error != null) throw rejectedInStream(error);
  const usage = usageOf(field(event, "usageMetadata"));
  const blockReason = textField(field(event, "promptFeedback"), "blockReason");
  if (blockReason && !UNSPECIFIED.test(blockReason)) {
    return { text: "", isThought: false, ending: { kind: "withheld", word: blockReason }, usage };
  }
  const candidate = listField(event, "candidates")[0];
  const parts = listField(field(candidate, "content"), "parts");
  const text = textOf(parts);
  const isThought = parts.some(hasThought);
  const reason = textField(candidate, "finishReason");
  const continuation = reason === "CONTINUATION" ? textField(candidate, "continuationToken") : undefined;
  return continuation
    ? { text, isThought, usage, continuation }
    : { text, isThought, ending: endingOf(reason), usage };
}

const UNSPECIFIED = /_UNSPECIFIED$/;

function usageOf(metadata: unknown): AnswerEvent["usage"] {
  if (!isObject(metadata)) return undefined;
  return {
    inputTokens: countField(metadata, "promptTokenCount"),
    outputTokens: countField(metadata, "candidatesTokenCount") + countField(metadata, "thoughtsTokenCount"),
  };
}

function textOf(parts: readonly unknown[]): string {
  let text = "";
  for (const part of parts) {
    if (!hasThought(part)) text += textField(part, "text") ?? "";
  }
  return text;
}

function hasThought(part: unknown): boolean {
  return field(part, "thought") === true;
}

function endingOf(reason: string | undefined): AnswerEnding | undefined {
  switch (reason) {
    case undefined:
    case "FINISH_REASON_UNSPECIFIED":
      return undefined;
    case "STOP":
      return { kind: "stop", word: reason };
    case "MAX_TOKENS":
      return { kind: "length", word: reason };
    case "SAFETY":
    case "IMAGE_SAFETY":
    case "RECITATION":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
      return { kind: "withheld", word: reason };
    case "CONTINUATION":
      return { kind: "failed", word: reason };
    case "MALFORMED_FUNCTION_CALL":
    case "MALFORMED_RESPONSE":
    case "UNEXPECTED_TOOL_CALL":
      return { kind: "spoilt", word: reason };
    default:
      return { kind: "other", word: reason };
  }
}
