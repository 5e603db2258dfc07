import { AppError } from "../domain/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { VectorGenerations } from "../ports/vector-generations.ts";

/** How long the store is believed to be this embedder's after it was seen to be. */
const TRUSTED_MS = 10_000;

/**
 * The embedder, but refusing to embed for a store that holds another's vectors: compared with each other they would
 * give results without meaning. Queries of a store that is nobody's yet pass; the first passages make it this embedder's.
 */
export function guardEmbedder(
  embedder: Embedder,
  generations: Pick<VectorGenerations, "identity" | "adopt">,
  now: () => Date,
): Embedder {
  let isReady = false;
  let seenAtMs = Number.NEGATIVE_INFINITY;

  return {
    get identity() {
      return embedder.identity;
    },
    ready,
    async embedQuery(text, signal) {
      await expectFit(signal);
      return embedder.embedQuery(text, signal);
    },
    async embedPassages(texts, onProgress, signal) {
      await expectFit(signal);
      const vectors = await embedder.embedPassages(texts, onProgress, signal);
      // Only now: a model that fails makes no store its own, and while it works the store may go over to another one.
      compare(await generations.adopt(embedder.identity, signal));
      return vectors;
    },
  };

  async function ready(signal: AbortSignal): Promise<void> {
    if (isReady) return;
    await embedder.ready(signal);
    isReady = true;
  }

  async function expectFit(signal: AbortSignal): Promise<void> {
    const ageMs = now().getTime() - seenAtMs;
    if (ageMs >= 0 && ageMs < TRUSTED_MS) return;
    await ready(signal);
    const recorded = await generations.identity(signal);
    if (recorded !== null) compare(recorded);
  }

  function compare(recorded: string): void {
    if (recorded !== embedder.identity) throw embedderChanged(recorded, embedder.identity);
    seenAtMs = now().getTime();
  }
}

function embedderChanged(recorded: string, configured: string): AppError {
  return new AppError(
    "embedder-changed",
    `The documents were embedded by ${recorded}, but ${configured} is configured now`,
    {
      details:
        "Run `npm run carrel -- reembed` to embed every document again, or set EMBEDDING_MODEL back to what it was",
    },
  );
}
