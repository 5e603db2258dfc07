import type { ExtractedText } from "../domain/passage.ts";

/**
 * Reads the text out of a file.
 * Contract: test/contracts/text-extractor.ts. No file can end the process or block its event loop. A file that
 * holds no text, or is broken, locked or of an unknown kind, is the AppError `no-text` whose details name the cause;
 * one that took too long is `timed-out`; a failure of the reader itself is `extraction-failed`.
 */
export interface TextExtractor {
  extract(
    file: SourceFile,
    onProgress: (pages: PageProgress) => void,
    signal: AbortSignal,
  ): Promise<ExtractedText>;
}

export interface SourceFile {
  name: string;
  sizeBytes: number;
  bytes: AsyncIterable<Uint8Array>;
}

export interface PageProgress {
  done: number;
  total: number;
}
