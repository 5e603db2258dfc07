import { CallFailure } from "./call-failure.ts";
import type { FinishReason, LanguageModel, PromptMessage, TokenUsage } from "./language-model.ts";

/** What is asked of a language model. */
export interface TextRequest {
  prompt: PromptMessage[];
  maxOutputTokens?: number;
}

/** One answer on its way. */
export interface TextStream {
  /** The next fragment, never empty; undefined at the end of a complete answer. */
  next(): Promise<string | undefined>;
  /** What the answer took; undefined before its end. */
  usage(): TokenUsage | undefined;
  /** Ends the call upstream, wherever it is. */
  close(): void;
}

export interface TextStreamLimits {
  /** How long the model may be silent. */
  stallMs: number;
  signal: AbortSignal;
}

/** Calls the model once. A failure is thrown as the SDK gave it or as a CallFailure, an abort as the signal's reason. */
export async function openTextStream(
  model: LanguageModel,
  request: TextRequest,
  { stallMs, signal }: TextStreamLimits,
): Promise<TextStream> {
  signal.throwIfAborted();
  const call = new AbortController();
  const follow = () => call.abort(signal.reason);
  signal.addEventListener("abort", follow, { once: true });
  let isWaiting = false;
  let hasText = false;
  let usage: TokenUsage | undefined;
  const stallWatch = setTimeout(() => {
    // A reader who takes his time is not a model that stalls.
    if (isWaiting) call.abort(new CallFailure("stalled"));
  }, stallMs);

  function close(): void {
    clearTimeout(stallWatch);
    signal.removeEventListener("abort", follow);
    call.abort();
  }

  /** Waits for the model. Whatever an aborted call fails with, the reason of the abort is what counts. */
  async function waitFor<T>(work: () => PromiseLike<T>): Promise<T> {
    call.signal.throwIfAborted();
    isWaiting = true;
    stallWatch.refresh();
    try {
      return await work();
    } catch (error) {
      const reason = call.signal.aborted ? call.signal.reason : error;
      close();
      throw reason;
    } finally {
      isWaiting = false;
    }
  }

  const { stream } = await waitFor(() => model.doStream({ ...request, abortSignal: call.signal }));
  const reader = stream.getReader();

  async function readFragment(): Promise<string | undefined> {
    for (;;) {
      const { value: part, done } = await reader.read();
      if (done) throw new CallFailure("interrupted");
      stallWatch.refresh();
      if (part.type === "error") throw part.error;
      if (part.type === "finish") {
        failUnlessComplete(part.finishReason, hasText);
        usage = part.usage;
        close();
        return undefined;
      }
      if (part.type === "text-delta" && part.delta !== "") {
        hasText = true;
        return part.delta;
      }
    }
  }

  return {
    next: async () => (usage === undefined ? await waitFor(readFragment) : undefined),
    usage: () => usage,
    close,
  };
}

function failUnlessComplete({ unified, raw }: FinishReason, hasText: boolean): void {
  // A vendor's reason is one word; anything longer is not repeated.
  const reason = raw !== undefined && /^[a-zA-Z_]{1,40}$/.test(raw) ? raw : undefined;
  if (unified === "interrupted" || unified === "error") throw new CallFailure("interrupted");
  // A model that refuses in its own words has answered: its reason is an ordinary stop.
  if (unified === "content-filter" && raw !== "stop") throw new CallFailure("blocked", { reason });
  if (!hasText)
    throw new CallFailure("empty", { reason: unified === "length" ? "it ran out of tokens" : reason });
}
