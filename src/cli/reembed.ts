import { openLibrary } from "../compose.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { type ReembedProgress, type ReembedResult, reembedLibrary } from "../usecases/reembed-library.ts";
import { openLog } from "./log.ts";
import { openProgressLine } from "./progress-line.ts";
import { untilStopped } from "./until-stopped.ts";

/** Embeds the whole library again with the embedder that is configured now. Ctrl-C stops it until the next time. */
export async function reembed(config: Config): Promise<void> {
  const opened = await openLibrary(config, openLog(config.logLevel));
  const line = openProgressLine(process.stdout, Date.now);
  try {
    const { library, generations, embedder } = opened;
    const parts = { vectors: library.vectors, generations, embedder };
    const result = await untilStopped(stopped, (signal) =>
      reembedLibrary(parts, (progress) => line.show(describeProgress(progress)), signal),
    );
    line.end();
    console.log(describeResult(result));
  } finally {
    line.end();
    await opened.close();
  }
}

function stopped(): AppError {
  return new AppError("cancelled", "Stopped. Searches see the old vectors until all new ones are there", {
    details: "Documents that are done stay done: `npm run carrel -- reembed` goes on from there",
  });
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
  return `Done: ${count(documents)} documents (${count(chunks)} chunks) were embedded by ${to}, and searches use it now`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
