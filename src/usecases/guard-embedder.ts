import { AppError } from "../domain/errors.ts";
import { expectSameEmbedder } from "../domain/expect-same-embedder.ts";
import { orAborted } from "../flow/or-aborted.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { VectorGenerations } from "../ports/vector-generations.ts";

/** How long the store is believed to be this embedder's after it was seen to be. */
const TRUSTED_MS = 10_000;
/** How long the embedder may take to answer a check, and how long it is not asked again. */
const ASK_LIMIT_MS = 10_000;

/** An embedder that says whether it can serve. */
export interface GuardedEmbedder extends Embedder {
  /**
   * Rejects where the embedder fails or does not fit, or the store holds another's vectors. The embedder itself is
   * asked before its first use and after a failure, once for all who check and at most once in ten seconds.
   */
  check(signal: AbortSignal): Promise<void>;
  /** Ends a check that is under way. */
  close(): void;
}

/**
 * The embedder, but refusing to embed for a store that holds another's vectors. Queries of a store that is nobody's yet
 * pass; the first passages make it this embedder's. That a query meets no other's vectors the store itself makes sure
 * of: here the work and the price of embedding are spared.
 */
export function guardEmbedder(
  embedder: Embedder,
  generations: Pick<VectorGenerations, "identity" | "adopt">,
  now: () => Date,
): GuardedEmbedder {
  let isReady = false;
  /** Whether nothing has shown yet that it works, or something that it does not. */
  let isDoubted = true;
  /** The last asking, while it is under way or has failed. */
  let asked: { answer: Promise<void>; atMs: number } | null = null;
  const closing = new AbortController();
  let seenAtMs = Number.NEGATIVE_INFINITY;

  return {
    get identity() {
      return embedder.identity;
    },
    ready,
    close: () => closing.abort(new AppError("cancelled", "The embedder is closed")),
    async check(signal) {
      if (isDoubted) await orAborted(ask(), signal);
      expectSameEmbedder(await generations.identity(signal), embedder.identity);
    },
    async embedQuery(text, signal) {
      await expectFit(signal);
      return watched(embedder.embedQuery(text, signal), signal);
    },
    ...(embedder.calibrate && { calibrate: embedder.calibrate }),
    async embedPassages(texts, onVectors, signal) {
      await expectFit(signal);
      const vectors = await watched(embedder.embedPassages(texts, onVectors, signal), signal);
      // Only now: a model that fails makes no store its own, and while it works the store may go over to another one.
      compare(await generations.adopt(embedder.identity, signal));
      return vectors;
    },
  };

  async function ready(signal: AbortSignal): Promise<void> {
    if (isReady) return;
    await watched(embedder.ready(signal), signal);
    isReady = true;
  }

  /** Learns from the work how the embedder is, unless somebody ended it. */
  async function watched<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      const result = await work;
      isDoubted = false;
      return result;
    } catch (error) {
      if (error instanceof AppError && !signal.aborted) isDoubted = true;
      throw error;
    }
  }

  function ask(): Promise<void> {
    if (asked === null || !isRecent(asked.atMs, ASK_LIMIT_MS)) {
      const answer = askNow();
      // Those who check hear of it; there may be none left.
      answer.catch(() => undefined);
      asked = { answer, atMs: now().getTime() };
    }
    return asked.answer;
  }

  async function askNow(): Promise<void> {
    const limit = AbortSignal.timeout(ASK_LIMIT_MS);
    const signal = AbortSignal.any([limit, closing.signal]);
    try {
      await watched(embedder.ready(signal), signal);
    } catch (error) {
      if (!limit.aborted) throw error;
      throw new AppError("embedding-failed", `The embedder did not answer within ${ASK_LIMIT_MS / 1000} s`);
    }
    isReady = true;
    asked = null;
  }

  async function expectFit(signal: AbortSignal): Promise<void> {
    if (isRecent(seenAtMs, TRUSTED_MS)) return;
    await ready(signal);
    const recorded = await generations.identity(signal);
    if (recorded !== null) compare(recorded);
  }

  function compare(recorded: string): void {
    expectSameEmbedder(recorded, embedder.identity);
    seenAtMs = now().getTime();
  }

  /** Not so where the clock was set back. */
  function isRecent(atMs: number, limitMs: number): boolean {
    const ageMs = now().getTime() - atMs;
    return ageMs >= 0 && ageMs < limitMs;
  }
}
