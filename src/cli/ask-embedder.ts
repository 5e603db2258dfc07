import { AppError } from "../domain/errors.ts";
import type { LogEntry } from "../ports/log.ts";

/** How long the embedder may take to answer at the start. */
const LIMIT_MS = 10_000;

/**
 * Asks at the start whether the embedder can serve the library, and says where it cannot: what needs no embedder works
 * all the same. Rejects where its vectors have another size, because then it never will.
 */
export async function askEmbedder(
  check: (signal: AbortSignal) => Promise<void>,
  log: (entry: LogEntry) => void,
  signal: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    await check(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof AppError && error.code === "embedder-unfit") throw error;
    if (error instanceof AppError && error.code === "embedder-changed") {
      console.error(`${error.message}. ${error.details}`);
    } else if (error instanceof AppError || limit.aborted) {
      const reason = error instanceof AppError ? error.message : `No answer within ${LIMIT_MS / 1000} s`;
      log({ level: "warn", message: "The embedder cannot be used now", fields: { reason } });
    } else {
      throw error;
    }
  }
}
