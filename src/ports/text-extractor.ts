import type { CutDocument } from "../domain/passage.ts";

/**
 * Reads the text out of a file and cuts it into chunks.
 * Contract: test/contracts/text-extractor.ts. No file can end the process or block its event loop. A file that
 * holds no text, or is broken, locked or of an unknown kind, is the AppError `no-text` whose details name the cause;
 * one that took too long is `timed-out`; one of too many chunks is `too-many-chunks`; a failure of the reader itself is
 * `extraction-failed`.
 */
export interface TextExtractor {
  extract(
    file: SourceFile,
    onProgress: (pages: PageProgress) => void,
    signal: AbortSignal,
  ): Promise<CutDocument>;
  /** Cuts a text that is there already, with the same promises. */
  cut(text: string, signal: AbortSignal): Promise<CutDocument>;
}

/** A file to be read. Its bytes are asked for once, or never. */
export interface SourceFile {
  name: string;
  sizeBytes: number;
  bytes: AsyncIterable<Uint8Array>;
}

export interface PageProgress {
  done: number;
  total: number;
}
