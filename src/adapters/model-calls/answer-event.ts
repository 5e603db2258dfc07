import { CallFailure } from "./call-failure.ts";

/** What one event of a provider's stream says. */
export interface AnswerEvent {
  /** For the reader; empty where the event holds a thought, or no text at all. */
  text: string;
  /** Whether the model has thought in it. */
  isThought: boolean;
  /** Why the answer ends. What follows is not text. */
  ending?: AnswerEnding | undefined;
  usage?: TokenUsage | undefined;
  /** The provider has said as much as it says in one call, and goes on in the next for this token. */
  continuation?: string | undefined;
}

export interface AnswerEnding {
  /**
   * `failed` is an end by the provider's fault, `spoilt` one by the model's: it said something else than an answer.
   * `other` is an end like any, if the model has said something.
   */
  kind: "stop" | "length" | "withheld" | "failed" | "spoilt" | "other";
  /** The provider's own word for it. */
  word: string | undefined;
}

export interface TokenUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Reads an event in a provider's own form. Throws a CallFailure or a RejectedCall where it is a failure. */
export type ReadAnswerEvent = (event: unknown) => AnswerEvent;

/** Opens the reader of one answer, which may remember what has come of it. */
export type OpenAnswerReader = () => ReadAnswerEvent;

/** What is wrong with an answer that was received to its end; undefined where it is all that the model had to say. */
export function failureOf(ending: AnswerEnding | undefined, hasText: boolean): CallFailure | undefined {
  if (ending?.kind === "withheld") return new CallFailure("blocked", { reason: wordOf(ending) });
  if (ending?.kind === "failed") return new CallFailure("interrupted");
  if (!hasText) {
    const reason = ending?.kind === "length" ? "it ran out of tokens" : wordOf(ending);
    return new CallFailure("empty", { reason });
  }
  const isWhole = ending !== undefined && ending.kind !== "spoilt";
  return isWhole ? undefined : new CallFailure("interrupted");
}

/** A vendor's reason is one word; anything longer is not repeated. */
function wordOf(ending: AnswerEnding | undefined): string | undefined {
  return ending?.word !== undefined && /^[a-zA-Z_]{1,40}$/.test(ending.word) ? ending.word : undefined;
}
