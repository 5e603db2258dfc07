import type { ExtractedText } from "../../domain/passage.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { TextRecognizer } from "./ocr/text-recognizer.ts";

/**
 * Turns the bytes of one format into text. It throws a ReadFailure for what the file is to blame for, may answer
 * parts without text, and never reaches beyond the bytes it was given.
 */
export type Reader = (bytes: Uint8Array, context: ReadContext) => Promise<ExtractedText>;

export interface ReadContext {
  /** Name of the file, which helps where the content does not say. */
  name: string;
  limits: ExtractionLimits;
  /** Reads the letters in pictures; null where that is switched off. */
  recognizer: TextRecognizer | null;
  /** How deep the file lies in others: 0 for the one that was given, 1 for what is attached to it. */
  depth: number;
  onPage(done: number, total: number): void;
  /** Reads a file that lies in this one. */
  readFile: Reader;
}
