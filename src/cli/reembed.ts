import { setTimeout as pause } from "node:timers/promises";
import { openLibrary } from "../compose.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { type ReembedProgress, type ReembedResult, reembedLibrary } from "../usecases/reembed-library.ts";
import { openLog } from "./log.ts";
import { openProgressLine } from "./progress-line.ts";
import { untilStopped } from "./until-stopped.ts";

/** Embeds the whole library again with the embedder that is configured now. Ctrl-C stops it until the next time. */
export async function reembed(config: Config): Promise<void> {
  const opened = await openLibrary(config, openLog(config.logLevel), {
    access: "join",
    command: "carrel reembed",
  });
  const line = openProgressLine(process.stdout, Date.now);
  const show = (progress: ReembedProgress) => {
    if (progress.waitMs > 0)
      line.say(`Waits ${count(Math.ceil(progress.waitMs / 1000))} s, as the provider asks`);
    else line.show(describeProgress(progress));
  };
  try {
    const { library, stores, generations, embedder } = opened;
    const { vectorArchive } = stores;
    const parts = { vectors: library.vectors, vectorArchive, generations, embedder, wait };
    const result = await untilStopped(stopped, (signal) => reembedLibrary(parts, show, signal));
    line.end();
    console.log(describeResult(result));
  } catch (error) {
    throw withWayOn(error);
  } finally {
    line.end();
    await opened.close();
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  // It rejects for the abort alone, and then the signal's own reason counts.
  await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

const WAY_ON = "Documents that are done stay done: `npm run carrel -- reembed` goes on from there";

function stopped(): AppError {
  return new AppError("cancelled", "Stopped. Searches see the old vectors until all new ones are there", {
    details: WAY_ON,
  });
}

/** A failure of the model, with what is left of the work before it. */
function withWayOn(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "embedding-failed" || error.details !== undefined) {
    return error;
  }
  return new AppError(error.code, error.message, { details: WAY_ON, cause: error.cause });
}

/** Progress by chunks, because documents differ in length. */
function describeProgress({ documents, totalDocuments, chunks, totalChunks }: ReembedProgress) {
  return {
    share: totalChunks === 0 ? 1 : chunks / totalChunks,
    text: `${count(documents)}/${count(totalDocuments)} documents, ${count(chunks)}/${count(totalChunks)} chunks`,
  };
}

function describeResult({ from, to, documents, chunks }: ReembedResult): string {
  if (from === to) return `Nothing to do: the library is embedded by ${to} already`;
  if (documents === 0) return `The library is ${to}'s now; there was nothing left to embed`;
  return `Done: ${counted(documents, "document")} (${counted(chunks, "chunk")}) embedded by ${to}, and searches use it now`;
}

function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
