import type { ExtractedText } from "../../domain/passage.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";

/**
 * Turns the bytes of one format into text. It throws a ReadFailure for what the file is to blame for, may answer
 * parts without text, and never reaches beyond the bytes it was given.
 */
export type Reader = (bytes: Uint8Array, context: ReadContext) => Promise<ExtractedText>;

export interface ReadContext {
  /** Name of the file, which helps where the content does not say. */
  name: string;
  limits: ExtractionLimits;
  onPage(done: number, total: number): void;
}
