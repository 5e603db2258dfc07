import { AppError } from "../domain/errors.ts";
import { expectSameEmbedder } from "../domain/expect-same-embedder.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { VectorGenerations } from "../ports/vector-generations.ts";

/** How long the store is believed to be this embedder's after it was seen to be, and a failed check is not repeated. */
const TRUSTED_MS = 10_000;

/** An embedder that says whether it can serve. */
export interface GuardedEmbedder extends Embedder {
  /**
   * Rejects where the embedder fails or does not fit, or the store holds another's vectors. The embedder itself is
   * asked before its first use and after a failure, and then at most once in ten seconds.
   */
  check(signal: AbortSignal): Promise<void>;
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
  let refusal: { error: AppError; atMs: number } | null = null;
  let seenAtMs = Number.NEGATIVE_INFINITY;

  return {
    get identity() {
      return embedder.identity;
    },
    ready,
    async check(signal) {
      if (isDoubted) await ask(signal);
      expectSameEmbedder(await generations.identity(signal), embedder.identity);
    },
    async embedQuery(text, signal) {
      await expectFit(signal);
      return watched(embedder.embedQuery(text, signal));
    },
    async embedPassages(texts, onVectors, signal) {
      await expectFit(signal);
      const vectors = await watched(embedder.embedPassages(texts, onVectors, signal));
      // Only now: a model that fails makes no store its own, and while it works the store may go over to another one.
      compare(await generations.adopt(embedder.identity, signal));
      return vectors;
    },
  };

  async function ready(signal: AbortSignal): Promise<void> {
    if (isReady) return;
    await watched(embedder.ready(signal));
    isReady = true;
  }

  async function watched<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      isDoubted = false;
      return result;
    } catch (error) {
      if (error instanceof AppError) isDoubted = true;
      throw error;
    }
  }

  async function ask(signal: AbortSignal): Promise<void> {
    if (refusal !== null && isRecent(refusal.atMs)) throw refusal.error;
    try {
      await watched(embedder.ready(signal));
      isReady = true;
      refusal = null;
    } catch (error) {
      if (error instanceof AppError) refusal = { error, atMs: now().getTime() };
      throw error;
    }
  }

  async function expectFit(signal: AbortSignal): Promise<void> {
    if (isRecent(seenAtMs)) return;
    await ready(signal);
    const recorded = await generations.identity(signal);
    if (recorded !== null) compare(recorded);
  }

  function compare(recorded: string): void {
    expectSameEmbedder(recorded, embedder.identity);
    seenAtMs = now().getTime();
  }

  /** Not so where the clock was set back. */
  function isRecent(atMs: number): boolean {
    const ageMs = now().getTime() - atMs;
    return ageMs >= 0 && ageMs < TRUSTED_MS;
  }
}
