import type { ExtractedText } from "../../domain/passage.ts";
import type { PageProgress, SourceFile, TextExtractor } from "../../ports/text-extractor.ts";
import { closed, noText, unknownLanguages } from "./extraction-errors.ts";
import { DEFAULT_LIMITS, type ExtractionLimits } from "./extraction-limits.ts";
import { languageFile } from "./ocr/tesseract-core.ts";
import { openReaderPool } from "./reader-pool.ts";
import type { OcrOptions } from "./reader-protocol.ts";
import { openSpool } from "./spool.ts";

export interface TextExtractorOptions {
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

/**
 * Opens the extractor that reads files in processes of their own, so that no file can take the service down: a
 * process that breaks a limit is killed, and only the file that it was reading fails.
 */
export function openTextExtractor(options: TextExtractorOptions): TextExtractor & {
  /** Ends every process and removes every file. What is being read, waits or comes later is `cancelled`. */
  close(): Promise<void>;
} {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const ocr = options.ocr ?? null;
  const missing = ocr?.languages.filter((language) => languageFile(language) === null) ?? [];
  if (missing.length > 0) throw unknownLanguages(missing);
  const spool = openSpool(options, limits);
  const pool = openReaderPool({
    maxProcesses: options.maxProcesses ?? 2,
    idleMs: options.idleMs ?? 60_000,
    limits,
  });
  const closing = new AbortController();
  const running = new Set<Promise<ExtractedText>>();

  async function read(
    file: SourceFile,
    onProgress: (pages: PageProgress) => void,
    signal: AbortSignal,
  ): Promise<ExtractedText> {
    signal.throwIfAborted();
    if (file.sizeBytes > limits.fileBytes) {
      throw noText(`The file is too large: ${file.sizeBytes} bytes, and ${limits.fileBytes} are allowed.`);
    }
    const path = await spool.store(file.bytes, signal);
    try {
      return await pool.read({ path, name: file.name, limits, ocr }, onProgress, signal);
    } finally {
      await spool.remove(path);
    }
  }

  return {
    async extract(file, onProgress, signal) {
      const reading = read(file, onProgress, AbortSignal.any([signal, closing.signal]));
      running.add(reading);
      try {
        return await reading;
      } finally {
        running.delete(reading);
      }
    },
    async close() {
      closing.abort(closed());
      await Promise.allSettled(running);
      await pool.close();
      await spool.close();
    },
  };
}
