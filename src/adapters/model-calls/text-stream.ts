import { type AnswerEnding, failureOf, type ReadAnswerEvent, type TokenUsage } from "./answer-event.ts";
import { CallFailure } from "./call-failure.ts";
import type { EventCall, EventReader, Outcome } from "./event-call.ts";

/** One answer on its way. */
export interface TextStream {
  /** What has come since the last fragment, never empty; undefined at the end of a complete answer. */
  next(): Promise<string | undefined>;
  /** What the answer took, as far as the provider has told. */
  usage(): TokenUsage | undefined;
  /** Ends the call upstream, wherever it is. */
  close(): void;
}

export interface TextStreamOptions {
  readEvent: ReadAnswerEvent;
  /** How long the model may be silent. */
  stallMs: number;
  signal: AbortSignal;
}

/** How much text may wait for its reader before the model is held up. */
const MAX_WAITING_CHARACTERS = 16 * 1024;

/**
 * Makes a call and reads the text of its answer. A failure comes after the text before it, an abort at once and as the
 * signal's reason. One promise waits for the next fragment and nothing else: what a stream holds while it waits is
 * most of what it costs when there are hundreds.
 */
export function openTextStream(
  open: (reader: EventReader) => EventCall,
  { readEvent, stallMs, signal }: TextStreamOptions,
): TextStream {
  signal.throwIfAborted();
  let text = "";
  let hasText = false;
  let ending: AnswerEnding | undefined;
  let usage: TokenUsage | undefined;
  let isHeldUp = false;
  let outcome: Outcome | undefined;
  let waiting: PromiseWithResolvers<string | undefined> | undefined;

  const call = open({
    events(batch) {
      stallWatch.refresh();
      try {
        for (const data of batch) take(data);
      } catch (error) {
        finish({ error });
      }
      isHeldUp = text.length > MAX_WAITING_CHARACTERS;
      if (isHeldUp) call.pause();
      settle();
    },
    ended(how) {
      const failure = how === "received" ? failureOf(ending, hasText) : undefined;
      finish(failure === undefined ? how : { error: failure });
    },
  });
  const stallWatch = setTimeout(() => {
    // A reader who takes his time is not a model that stalls.
    if (waiting !== undefined) finish({ error: new CallFailure("stalled") });
  }, stallMs);
  signal.addEventListener("abort", abort, { once: true });

  function take(data: string): void {
    if (data === "[DONE]") {
      // Some servers give no reason for an end.
      ending ??= { kind: "other", word: undefined };
      return;
    }
    const event = readEvent(parseJson(data));
    text += event.text;
    hasText ||= event.text !== "";
    ending = event.ending ?? ending;
    usage = event.usage ?? usage;
  }

  function abort(): void {
    finish({ error: signal.reason });
  }

  function finish(how: Outcome): void {
    if (outcome !== undefined) return;
    outcome = how;
    clearTimeout(stallWatch);
    signal.removeEventListener("abort", abort);
    call.close();
    settle();
  }

  /** Answers the one who waits, if there is anything to say. */
  function settle(): void {
    if (waiting === undefined) return;
    if (signal.aborted) waiting.reject(signal.reason);
    else if (text !== "") waiting.resolve(text);
    else if (outcome === "received") waiting.resolve(undefined);
    else if (outcome !== undefined) waiting.reject(outcome.error);
    else return;
    text = "";
    waiting = undefined;
  }

  return {
    next() {
      waiting = Promise.withResolvers();
      const { promise } = waiting;
      settle();
      if (waiting !== undefined) stallWatch.refresh();
      if (isHeldUp) call.resume();
      isHeldUp = false;
      return promise;
    },
    usage: () => usage,
    close() {
      text = "";
      finish("received");
    },
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
