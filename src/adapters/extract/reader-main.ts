/** Entry of a reader process: does what it is sent, one task after the other, and lives as long as its parent. */
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { cutDocument } from "../../domain/chunk-text.ts";
import { AppError } from "../../domain/errors.ts";
import type { CutDocument, ExtractedText } from "../../domain/passage.ts";
import { endWithParent } from "./end-with-parent.ts";
import { noText } from "./extraction-errors.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import { isDrawingStuck } from "./image/drawing-time.ts";
import { openRecognizer } from "./ocr/open-recognizer.ts";
import type { TextRecognizer } from "./ocr/text-recognizer.ts";
import { ReadFailure, tooLarge } from "./read-failure.ts";
import { readFileText } from "./read-file-text.ts";
import type {
  OcrOptions,
  ReaderAnswer,
  ReaderMessage,
  ReaderOutcome,
  ReaderRequest,
  ReaderTask,
} from "./reader-protocol.ts";

const MEMORY_REPORT_INTERVAL_MS = 100;
const READER_PRIORITY = 10;
/** How many chunks go in one message: the parent takes it in a moment. */
const CHUNKS_A_MESSAGE = 200;
/** A picture holds no more letters than this, whatever it is. */
const MAX_TRANSCRIPT = 1_000_000;

setPriority(READER_PRIORITY);
// Whoever starts it says who it is: asked later, it might be gone already.
await endWithParent(Number(process.argv[2]));
// The parent sends nothing but requests.
process.on("message", (message) => answer(message as ReaderRequest));
// Where the parent cannot see this process's memory, it has to be told.
if (process.platform !== "linux") {
  setInterval(() => send({ kind: "memory", rssBytes: process.memoryUsage.rss() }), MEMORY_REPORT_INTERVAL_MS);
}

function send(message: ReaderMessage): void {
  if (process.connected) process.send?.(message);
}

async function answer(request: ReaderRequest): Promise<void> {
  const outcome = await outcomeOf(request);
  send({ ...outcome, rssBytes: process.memoryUsage.rss(), isStuck: isDrawingStuck() });
}

async function outcomeOf(request: ReaderRequest): Promise<Outcome> {
  try {
    return { kind: "done", result: await resultOf(request) };
  } catch (error) {
    const refusal = error instanceof ReadFailure ? noText(error.message) : error;
    if (refusal instanceof AppError) {
      return { kind: "refused", code: refusal.code, message: refusal.message, details: refusal.details };
    }
    return { kind: "broke", error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

type Outcome = ReaderOutcome extends infer O
  ? O extends unknown
    ? Omit<O, "rssBytes" | "isStuck">
    : never
  : never;

async function resultOf({ task, limits }: ReaderRequest): Promise<ReaderAnswer> {
  switch (task.kind) {
    case "read":
      return sendChunks(cutDocument(await readText(task, limits)));
    case "cut":
      return sendChunks(cutDocument(asPlainText(task.text)));
    case "transcribe": {
      const { parts } = await readText(task, limits);
      const text = parts.map((part) => part.text).join("\n\n");
      if (text.length > MAX_TRANSCRIPT) throw tooLarge(`it holds more than ${MAX_TRANSCRIPT} characters`);
      return { kind: "text", text };
    }
    case "prepare": {
      const { prepareImage } = await import("./image/prepare-image.ts");
      return {
        kind: "image",
        image: await prepareImage({ name: task.name, bytes: await readFile(task.path) }, limits),
      };
    }
  }
}

async function readText(
  { path, name, ocr }: Extract<ReaderTask, { ocr: unknown }>,
  limits: ExtractionLimits,
): Promise<ExtractedText> {
  return readFileText(await readFile(path), {
    name,
    limits,
    recognizer: recognizerFor(ocr),
    depth: 0,
    onPage: (done, total) => send({ kind: "page", done, total }),
  });
}

/** Kept from file to file, because languages take a while to load; one extractor asks for the same ones always. */
let recognizer: TextRecognizer | null = null;

function recognizerFor(ocr: OcrOptions | null): TextRecognizer | null {
  if (ocr !== null) recognizer ??= openRecognizer(ocr.languages);
  return ocr === null ? null : recognizer;
}

function asPlainText(text: string): ExtractedText {
  return { syntax: "plain", parts: [{ text, pageNumber: null, section: null }], pages: null };
}

function sendChunks({ chunks, opening, pages }: CutDocument): ReaderAnswer {
  for (let from = 0; from < chunks.length; from += CHUNKS_A_MESSAGE) {
    send({ kind: "chunks", chunks: chunks.slice(from, from + CHUNKS_A_MESSAGE) });
  }
  return { kind: "document", opening, pages };
}
