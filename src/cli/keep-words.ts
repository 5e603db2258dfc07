import { setTimeout as pause } from "node:timers/promises";
import type { LogEntry } from "../ports/log.ts";
import type { WordsIndex } from "../ports/words-index.ts";
import { fillWords, type WordsFilling, type WordsProgress } from "../usecases/fill-words.ts";

/** How often the log says how far it is. */
const SAY_EVERY_MS = 10_000;
/** After how long it is tried again where the store failed. */
const RETRY_MS = 60_000;

interface WordsKeeping {
  words: WordsIndex;
  filling: WordsFilling;
  log(entry: LogEntry): void;
}

/** Gives the documents of a library that an earlier version stored their words, while it is served. */
export async function keepWords({ words, filling, log }: WordsKeeping, signal: AbortSignal): Promise<void> {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const say = ({ done, total }: WordsProgress) => {
    if (done < total && performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    log({ level: "info", message: "indexes the words of documents", fields: { done, total } });
  };
  while (!signal.aborted) {
    try {
      await fillWords(words, filling, say, signal);
      if (filling.obstacle === null) return;
      log({
        level: "warn",
        message: "documents are found by meaning alone",
        fields: { reason: filling.obstacle },
      });
      return;
    } catch (error) {
      if (signal.aborted) return;
      log({ level: "warn", message: "words could not be indexed yet", fields: { reason: String(error) } });
    }
    // It rejects for the abort alone, which ends the loop.
    await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
