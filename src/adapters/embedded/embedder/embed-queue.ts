import { AppError } from "../../../domain/errors.ts";
import { orAborted } from "../../../flow/or-aborted.ts";
import type { Embedder } from "../../../ports/embedder.ts";
import type { ThreadSettings } from "./embed-thread.ts";
import { type EmbedThread, startEmbedThread } from "./start-embed-thread.ts";

/** Calls that share one thread fairly: each in turn has a few of its texts embedded. */
export interface EmbedQueue {
  embed: Embedder["embedPassages"];
  /** Loads the model, so that the next call need not wait for it. */
  warmUp(): Promise<void>;
  /** Ends the thread and fails what waits. */
  close(): Promise<void>;
}

interface QueueSettings extends ThreadSettings {
  /** The module that the thread runs. */
  entry: URL;
  /** After how long without work the thread ends and gives its memory back; null for never. */
  idleMs: number | null;
}

/** Opens a queue. Its thread starts with the first call, and anew with the next call after it has ended. */
export function openEmbedQueue({ entry, idleMs, ...settings }: QueueSettings): EmbedQueue {
  let thread: EmbedThread | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Embeds a few texts when all turns that were asked for before have ended. */
  function takeTurn(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted();
    const turn = lastTurn.then(async () => {
      signal.throwIfAborted();
      clearTimeout(idleTimer);
      try {
        return await runningThread().embed(texts);
      } finally {
        if (idleMs !== null) idleTimer = setTimeout(endThread, idleMs).unref();
      }
    });
    lastTurn = Promise.allSettled([turn]);
    return orAborted(turn, signal);
  }

  function runningThread(): EmbedThread {
    if (isClosed) throw new AppError("embedding-failed", "The embedder is closed");
    thread ??= startThread();
    return thread;
  }

  function startThread(): EmbedThread {
    const started = startEmbedThread(entry, settings, () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  async function endThread(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.end();
  }

  return {
    async embed(texts, onVectors, signal) {
      const vectors: Float32Array[] = [];
      while (vectors.length < texts.length) {
        const next = texts.slice(vectors.length, vectors.length + TEXTS_PER_TURN);
        const embedded = await takeTurn(next, signal);
        onVectors(vectors.length, embedded);
        vectors.push(...embedded);
      }
      return vectors;
    },
    async warmUp() {
      await takeTurn([], new AbortController().signal);
    },
    async close() {
      isClosed = true;
      // A thread that ends in the middle of an inference takes the process with it.
      await Promise.race([lastTurn, new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())]);
      clearTimeout(idleTimer);
      await endThread();
    },
  };
}

/** About a third of a second of work on two processors: how long a call waits for each other call. */
const TEXTS_PER_TURN = 8;

/** How long a turn may go on when the queue is closed. */
const CLOSE_LIMIT_MS = 5_000;
