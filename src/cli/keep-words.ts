import { setTimeout as pause } from "node:timers/promises";
import type { LogEntry } from "../ports/log.ts";
import type { WordsIndex } from "../ports/words-index.ts";
import { fillWords, type WordsFilling, type WordsProgress } from "../usecases/fill-words.ts";

/** How often it is said how far it is. */
const SAY_EVERY_MS = 10_000;
/** After how long it is tried again where the store failed. */
const RETRY_MS = 60_000;

interface WordsKeeping {
  words: WordsIndex;
  filling: WordsFilling;
  log(entry: LogEntry): void;
  /** Says to whoever has started the service how far it is. */
  say(line: string): void;
}

/** Gives the documents of a library that an earlier version stored their words, while it is served. */
export async function keepWords(
  { words, filling, log, say }: WordsKeeping,
  signal: AbortSignal,
): Promise<void> {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const report = ({ done, total }: WordsProgress) => {
    if (done < total && performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    say(`The words of ${done} of ${total} documents are indexed`);
  };
  while (!signal.aborted) {
    try {
      await fillWords(words, filling, report, signal);
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
