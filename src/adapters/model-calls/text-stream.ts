import type { ReadAnswerEvent, TokenUsage } from "./answer-event.ts";
import { beginAnswer, readText, shortfallOf, takeContinuation, takeEvent, usageOf } from "./answer-so-far.ts";
import { CallFailure } from "./call-failure.ts";
import type { EventCall, EventReader, StreamEnd } from "./event-call.ts";

/** One answer on its way. */
export interface TextStream {
  /** What has come since the last fragment, never empty; undefined at the end of a complete answer. */
  next(): Promise<string | undefined>;
  /** What the answer took, as far as the provider has told. */
  usage(): TokenUsage | undefined;
  /** Ends the call upstream, wherever it is. */
  close(): void;
}

interface TextStreamOptions {
  readEvent: ReadAnswerEvent;
  /** How long the model may neither say nor think anything, as far as it shows. */
  stallMs: number;
  signal: AbortSignal;
}

/** Makes a call; with a continuation the next one of an answer that one call could not hold. */
type OpenCall = (reader: EventReader, continuation?: string) => EventCall;

/** How much text may wait for its reader before the model is held up. */
const MAX_WAITING_CHARACTERS = 16 * 1024;
/** How long a connection may still end by itself, to be used again, once the model has said that it is done. */
const GRACE_MS = 250;

/**
 * Makes a call and reads the text of its answer. A failure comes after the text before it, an abort at once and as the
 * signal's reason. One promise waits for the next fragment and nothing else: what a stream holds while it waits is
 * most of what it costs when there are hundreds.
 */
export function openTextStream(
  open: OpenCall,
  { readEvent, stallMs, signal }: TextStreamOptions,
): TextStream {
  signal.throwIfAborted();
  const answer = beginAnswer();
  let isHeldUp = false;
  let outcome: StreamEnd | undefined;
  let waiting: PromiseWithResolvers<string | undefined> | undefined;
  let grace: NodeJS.Timeout | undefined;
  const reader: EventReader = { events, ended };
  let call = open(reader);
  const stallWatch = setTimeout(() => {
    // A reader who takes his time is not a model that stalls.
    if (waiting !== undefined && !answer.isDone) finish({ error: new CallFailure("stalled") });
  }, stallMs);
  signal.addEventListener("abort", abort, { once: true });

  function events(batch: readonly string[]): void {
    if (outcome !== undefined) return;
    try {
      for (const data of batch) if (takeEvent(answer, data, readEvent)) stallWatch.refresh();
    } catch (error) {
      finish({ error });
    }
    if (answer.isDone) grace ??= setTimeout(() => ended("received"), GRACE_MS);
    isHeldUp = answer.text.length > MAX_WAITING_CHARACTERS;
    if (isHeldUp) call.pause();
    settle();
  }

  function ended(how: StreamEnd): void {
    // What happens to a connection after the last word does not matter any more.
    const isWhole = how === "received" || answer.isDone;
    const continuation = isWhole ? takeContinuation(answer) : undefined;
    const failure = isWhole ? shortfallOf(answer) : undefined;
    if (continuation !== undefined) call = open(reader, continuation);
    else if (failure !== undefined) finish({ error: failure });
    else finish(isWhole ? "received" : how);
  }

  function abort(): void {
    finish({ error: signal.reason });
  }

  function finish(how: StreamEnd): void {
    if (outcome !== undefined) return;
    outcome = how;
    clearTimeout(stallWatch);
    clearTimeout(grace);
    signal.removeEventListener("abort", abort);
    call.close();
    settle();
  }

  /** Answers the one who waits, if there is anything to say. */
  function settle(): void {
    if (waiting === undefined) return;
    if (signal.aborted) waiting.reject(signal.reason);
    else if (answer.text !== "") waiting.resolve(readText(answer));
    else if (outcome === "received") waiting.resolve(undefined);
    else if (outcome !== undefined) waiting.reject(outcome.error);
    else return;
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
    usage: () => usageOf(answer),
    close() {
      readText(answer);
      finish("received");
    },
  };
}
