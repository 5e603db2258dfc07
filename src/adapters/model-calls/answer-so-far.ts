import { type AnswerEnding, failureOf, type ReadAnswerEvent, type TokenUsage } from "./answer-event.ts";
import { CallFailure } from "./call-failure.ts";

/** What a model has said up to now, over all calls that its answer takes. */
export interface AnswerSoFar {
  /** Takes an event in. Throws a CallFailure or a RejectedCall where it is a failure. */
  take(data: string): void;
  /** Whether the model has said that this was all. */
  isDone(): boolean;
  /** How many characters wait for their reader. */
  waiting(): number;
  /** The text that nobody has read yet. */
  read(): string;
  /** What is wrong with the answer if nothing more comes. */
  failure(): CallFailure | undefined;
  /** What makes the model go on after the end of a call, once; undefined where there is nothing more to come. */
  continuation(): string | undefined;
  usage(): TokenUsage | undefined;
}

/** Begins an answer. */
export function openAnswer(readEvent: ReadAnswerEvent): AnswerSoFar {
  let text = "";
  let hasText = false;
  let isDone = false;
  let ending: AnswerEnding | undefined;
  let continuation: string | undefined;
  let usage: TokenUsage | undefined;
  let usageBefore: TokenUsage | undefined;

  return {
    take(data) {
      if (data.trim() === "[DONE]") {
        isDone = true;
        // Some servers give no reason for an end.
        ending ??= { kind: "other", word: undefined };
        return;
      }
      const event = readEvent(parseJson(data));
      text += event.text;
      hasText ||= event.text !== "";
      if (ending?.kind !== "withheld") ending = event.ending ?? ending;
      continuation = event.continuation ?? continuation;
      usage = event.usage ?? usage;
    },
    isDone: () => isDone,
    waiting: () => text.length,
    read() {
      const all = text;
      text = "";
      return all;
    },
    failure: () => failureOf(ending, hasText),
    continuation() {
      const token = ending === undefined ? continuation : undefined;
      if (token !== undefined) usageBefore = sum(usageBefore, usage);
      if (token !== undefined) usage = undefined;
      continuation = undefined;
      return token;
    },
    usage: () => sum(usageBefore, usage),
  };
}

function sum(one: TokenUsage | undefined, other: TokenUsage | undefined): TokenUsage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const add = (a: number | undefined, b: number | undefined) =>
    a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
  return {
    inputTokens: add(one.inputTokens, other.inputTokens),
    outputTokens: add(one.outputTokens, other.outputTokens),
  };
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
