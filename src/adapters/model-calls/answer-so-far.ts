import { type AnswerEnding, failureOf, type ReadAnswerEvent, type TokenUsage } from "./answer-event.ts";
import { CallFailure } from "./call-failure.ts";

/** What a model has said up to now, over all calls that its answer takes. There is one for each open stream. */
interface AnswerSoFar {
  /** What nobody has read yet. */
  text: string;
  hasText: boolean;
  /** The model has said that this was all. */
  isDone: boolean;
  ending: AnswerEnding | undefined;
  continuation: string | undefined;
  /** Of this call, and of those before it. */
  usage: TokenUsage | undefined;
  usageBefore: TokenUsage | undefined;
}

/** Begins an answer. */
export function beginAnswer(): AnswerSoFar {
  return {
    text: "",
    hasText: false,
    isDone: false,
    ending: undefined,
    continuation: undefined,
    usage: undefined,
    usageBefore: undefined,
  };
}

/**
 * Takes the data of an event in, and tells whether the model has worked for it: said or thought something. Throws a
 * CallFailure or a RejectedCall where it is a failure.
 */
export function takeEvent(answer: AnswerSoFar, data: string, readEvent: ReadAnswerEvent): boolean {
  if (data.startsWith("[DONE]")) {
    answer.isDone = true;
    // Some servers give no reason for an end.
    answer.ending ??= { kind: "other", word: undefined };
    return false;
  }
  const event = readEvent(parseJson(data));
  const isWork = event.text !== "" || event.isThought || hasGrown(event.usage, answer.usage);
  answer.text += event.text;
  answer.hasText ||= event.text.trim() !== "";
  if (answer.ending?.kind !== "withheld") answer.ending = event.ending ?? answer.ending;
  answer.continuation = event.continuation ?? answer.continuation;
  answer.usage = event.usage ?? answer.usage;
  return isWork;
}

/** Some models count the thoughts that they do not show. */
function hasGrown(usage: TokenUsage | undefined, before: TokenUsage | undefined): boolean {
  return (usage?.outputTokens ?? 0) > (before?.outputTokens ?? 0);
}

/** The text that has come since the last time. */
export function readText(answer: AnswerSoFar): string {
  const { text } = answer;
  answer.text = "";
  return text;
}

/** What makes the model go on in another call after the end of this one; undefined where it has nothing more to say. */
export function takeContinuation(answer: AnswerSoFar): string | undefined {
  const { continuation, ending } = answer;
  if (continuation === undefined || ending !== undefined) return undefined;
  answer.continuation = undefined;
  answer.usageBefore = usageOf(answer);
  answer.usage = undefined;
  return continuation;
}

/** What is wrong with the answer if nothing more comes. */
export function shortfallOf({ ending, hasText }: AnswerSoFar): CallFailure | undefined {
  return failureOf(ending, hasText);
}

/** What all calls together have taken, as far as the provider has told. */
export function usageOf({ usage, usageBefore }: AnswerSoFar): TokenUsage | undefined {
  if (usage === undefined || usageBefore === undefined) return usage ?? usageBefore;
  return {
    inputTokens: add(usage.inputTokens, usageBefore.inputTokens),
    outputTokens: add(usage.outputTokens, usageBefore.outputTokens),
  };
}

function add(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own error quotes the answer.
    if (error instanceof SyntaxError) throw new CallFailure("garbled");
    throw error;
  }
}
