import { availableParallelism } from "node:os";
import { AppError } from "../../../domain/errors.ts";
import type { Embedder } from "../../../ports/embedder.ts";
import { calibrateQuestion } from "./calibrate-question.ts";
import { openEmbedQueue } from "./embed-queue.ts";

/** An embedder that runs in this process, and holds threads until it is closed. */
interface EmbeddedEmbedder extends Embedder {
  /** Loads the model for queries, so that the first one need not wait for it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the embedder that needs no key and no network. Queries and passages have a thread each, so that a question
 * never waits for a document that is being indexed; each loads its model with its first text. After `passageIdleMs`
 * without passages their model leaves the memory.
 */
export function openEmbeddedEmbedder({ passageIdleMs = FIVE_MINUTES_MS } = {}): EmbeddedEmbedder {
  const queries = openEmbedQueue({ entry: ENTRY, processors: 1, givesWay: false, idleMs: null });
  const passages = openEmbedQueue({
    entry: ENTRY,
    processors: Math.min(availableParallelism(), MOST_PROCESSORS),
    givesWay: true,
    idleMs: passageIdleMs,
  });
  return {
    identity: "embedded:minilm-l6-v2-int7+lexical:1",
    ready: async (signal) => signal.throwIfAborted(),
    async embedQuery(text, signal) {
      const [vector] = await queries.embed([text], () => undefined, signal);
      if (vector === undefined) throw new AppError("embedding-failed", "The model gave no vector");
      return vector;
    },
    calibrate: calibrateQuestion,
    embedPassages: passages.embed,
    warmUp: queries.warmUp,
    async close() {
      await Promise.all([queries.close(), passages.close()]);
    },
  };
}

const ENTRY = new URL("./embed-thread.ts", import.meta.url);
const FIVE_MINUTES_MS = 5 * 60_000;

/** One text of at most 256 tokens is too little work to share among more. */
const MOST_PROCESSORS = 8;
