import { Worker } from "node:worker_threads";
import { AppError } from "../../../domain/errors.ts";
import type { ThreadReply, ThreadSettings } from "./embed-thread.ts";

/** A running thread that embeds one list of texts at a time. */
export interface EmbedThread {
  /** Must not be called again before it has answered. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  end(): Promise<void>;
}

/**
 * Starts the thread at `entry`; it loads its model at once. `onEnd` is told when it has ended, for whatever reason,
 * and the list that it was working on is rejected. The process may exit while the thread has nothing to do.
 */
export function startEmbedThread(entry: URL, settings: ThreadSettings, onEnd: () => void): EmbedThread {
  const worker = new Worker(entry, { workerData: settings });
  let pending: PromiseWithResolvers<Float32Array[]> | undefined;
  let cause: unknown;
  worker.unref();

  worker.on("message", (reply: ThreadReply) => {
    if ("vectors" in reply) pending?.resolve(reply.vectors);
    else
      pending?.reject(
        new AppError("embedding-failed", "A text could not be embedded", { cause: reply.failure }),
      );
  });
  worker.on("error", (error) => {
    cause = error;
  });
  worker.on("exit", (exitCode) => {
    onEnd();
    pending?.reject(
      new AppError("embedding-failed", "The embedding model stopped", {
        cause: cause ?? new Error(`Its thread ended with code ${exitCode}`),
      }),
    );
  });

  return {
    async embed(texts) {
      pending = Promise.withResolvers();
      const limit = setTimeout(() => {
        cause = new Error(`No answer within ${LONGEST_WAIT_MS} ms`);
        void worker.terminate();
      }, LONGEST_WAIT_MS);
      worker.ref();
      worker.postMessage(texts);
      try {
        return await pending.promise;
      } finally {
        pending = undefined;
        clearTimeout(limit);
        worker.unref();
      }
    },
    async end() {
      await worker.terminate();
    },
  };
}

/** A few texts take under a second; a crowded machine that has to load the model first may take many. */
const LONGEST_WAIT_MS = 120_000;
