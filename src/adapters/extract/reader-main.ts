/** Entry of a reader process: reads the files that it is sent, one after the other, and lives as long as its parent. */
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { openRecognizer } from "./ocr/open-recognizer.ts";
import type { TextRecognizer } from "./ocr/text-recognizer.ts";
import { ReadFailure } from "./read-failure.ts";
import { readFileText } from "./read-file-text.ts";
import type { OcrOptions, ReaderMessage, ReadOutcome, ReadRequest } from "./reader-protocol.ts";

const MEMORY_REPORT_INTERVAL_MS = 100;
const READER_PRIORITY = 10;

setPriority(READER_PRIORITY);
process.on("disconnect", () => process.exit());
// The parent sends nothing but requests.
process.on("message", (message) => answer(message as ReadRequest));
// Where the parent cannot see this process's memory, it has to be told.
if (process.platform !== "linux") {
  setInterval(() => send({ kind: "memory", rssBytes: process.memoryUsage.rss() }), MEMORY_REPORT_INTERVAL_MS);
}

function send(message: ReaderMessage): void {
  if (process.connected) process.send?.(message);
}

async function answer(request: ReadRequest): Promise<void> {
  send(await outcomeOf(request));
}

/** Kept from file to file, because languages take a while to load; one extractor asks for the same ones always. */
let recognizer: TextRecognizer | null = null;

function recognizerFor(ocr: OcrOptions | null): TextRecognizer | null {
  if (ocr !== null) recognizer ??= openRecognizer(ocr.languages);
  return ocr === null ? null : recognizer;
}

async function outcomeOf({ path, name, limits, ocr }: ReadRequest): Promise<ReadOutcome> {
  try {
    const text = await readFileText(await readFile(path), {
      name,
      limits,
      recognizer: recognizerFor(ocr),
      depth: 0,
      onPage: (done, total) => send({ kind: "page", done, total }),
    });
    return { kind: "read", text, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    const rssBytes = process.memoryUsage.rss();
    if (error instanceof ReadFailure) {
      return { kind: "refused", reason: error.reason, details: error.message, rssBytes };
    }
    return {
      kind: "broke",
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      rssBytes,
    };
  }
}
