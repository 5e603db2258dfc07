import { CallFailure } from "./call-failure.ts";

/** What one event of a provider's stream says. */
export interface AnswerEvent {
  /** For the reader; empty where the event holds a thought, or no text at all. */
  text: string;
  /** Why the answer ends. What follows is not text. */
  ending?: AnswerEnding | undefined;
  usage?: TokenUsage | undefined;
  /** The provider has said as much as it says in one call, and goes on in the next for this token. */
  continuation?: string | undefined;
}

export interface AnswerEnding {
  /** `other` is an end like any, if the model has said something. */
  kind: "stop" | "length" | "withheld" | "failed" | "other";
  /** The provider's own word for it. */
  word: string | undefined;
}

export interface TokenUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Reads an event in a provider's own form. Throws a CallFailure or a RejectedCall where it is a failure. */
export type ReadAnswerEvent = (event: unknown) => AnswerEvent;

/** What is wrong with an answer that was received to its end; undefined where it is all that the model had to say. */
export function failureOf(ending: AnswerEnding | undefined, hasText: boolean): CallFailure | undefined {
  if (ending === undefined || ending.kind === "failed") return new CallFailure("interrupted");
  // A vendor's reason is one word; anything longer is not repeated.
  const reason = ending.word !== undefined && /^[a-zA-Z_]{1,40}$/.test(ending.word) ? ending.word : undefined;
  if (ending.kind === "withheld") return new CallFailure("blocked", { reason });
  if (hasText) return undefined;
  return new CallFailure("empty", { reason: ending.kind === "length" ? "it ran out of tokens" : reason });
}
