import type { PageProgress, SourceFile, TextExtractor } from "../../ports/text-extractor.ts";
import type { PrepareImage } from "../model-calls/prepared-image.ts";
import { closed, noText, unknownLanguages } from "./extraction-errors.ts";
import { DEFAULT_LIMITS, type ExtractionLimits } from "./extraction-limits.ts";
import { languageFile } from "./ocr/tesseract-core.ts";
import { openReaderPool } from "./reader-pool.ts";
import type { OcrOptions } from "./reader-protocol.ts";
import { openSpool } from "./spool.ts";

interface TextExtractorOptions {
  /** Where files lie while they are read, in a directory of their own. */
  temporaryDirectory: string;
  /** Makes that directory, again where it has vanished; the extractor does so by itself where this is not given. */
  prepareDirectory?(): Promise<unknown>;
  limits?: Partial<ExtractionLimits>;
  /** The languages in which letters in pictures are read, those of scanned pages too; null where they are not. */
  ocr?: OcrOptions | null;
  /** How many files are read at the same time. */
  maxProcesses?: number;
  /** After how long without a file a reader process is ended. */
  idleMs?: number;
}

/** What reads everything that comes from outside, pictures included. */
export interface OpenTextExtractor extends TextExtractor {
  /** The letters in a picture, as one text; failures are those of `extract`. */
  transcribe(image: SourceFile, signal: AbortSignal): Promise<string>;
  prepareImage: PrepareImage;
  /** Ends every process and removes every file. What is being read, waits or comes later is `cancelled`. */
  close(): Promise<void>;
}

/**
 * Opens the extractor that reads files in processes of their own, so that no file can take the service down: a
 * process that breaks a limit is killed, and only the file that it was reading fails.
 */
export function openTextExtractor(options: TextExtractorOptions): OpenTextExtractor {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const ocr = options.ocr ?? null;
  const missing = ocr?.languages.filter((language) => languageFile(language) === null) ?? [];
  if (missing.length > 0) throw unknownLanguages(missing);
  const spool = openSpool(options, limits);
  const pool = openReaderPool({
    maxProcesses: options.maxProcesses ?? 2,
    idleMs: options.idleMs ?? 60_000,
    limits,
    spoolDirectory: spool.directory,
  });
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  /** Does work that ends with the extractor. */
  async function whileOpen<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const working = work(AbortSignal.any([signal, closing.signal]));
    running.add(working);
    try {
      return await working;
    } finally {
      running.delete(working);
    }
  }

  /** Lets a reader have a file that lies where it can read it. */
  async function withFile<T>(
    file: SourceFile,
    signal: AbortSignal,
    read: (path: string) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    if (file.sizeBytes > limits.fileBytes) {
      throw noText(`The file is too large: ${file.sizeBytes} bytes, and ${limits.fileBytes} are allowed.`);
    }
    const path = await spool.store(file.bytes, signal);
    try {
      return await read(path);
    } finally {
      await spool.remove(path);
    }
  }

  return {
    extract: (file, onProgress, outer) =>
      whileOpen(outer, (signal) =>
        withFile(file, signal, (path) =>
          pool.run({ kind: "read", path, name: file.name, ocr }, onProgress, signal),
        ),
      ),
    cut: (text, outer) => whileOpen(outer, (signal) => pool.run({ kind: "cut", text }, ignorePages, signal)),
    transcribe: (image, outer) =>
      whileOpen(outer, (signal) =>
        withFile(image, signal, (path) =>
          pool.run({ kind: "transcribe", path, name: image.name, ocr }, ignorePages, signal),
        ),
      ),
    prepareImage: (image, outer) =>
      whileOpen(outer, (signal) =>
        withFile(image, signal, (path) =>
          pool.run({ kind: "prepare", path, name: image.name }, ignorePages, signal),
        ),
      ),
    async close() {
      closing.abort(closed());
      await Promise.allSettled(running);
      await pool.close();
      await spool.close();
    },
  };
}

function ignorePages(_pages: PageProgress): void {
  // Nobody is told how far a picture is.
}
