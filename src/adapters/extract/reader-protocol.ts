import type { ExtractedText } from "../../domain/passage.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { FailureReason } from "./read-failure.ts";

/** What a reader process is asked: one file at a time. */
export interface ReadRequest {
  path: string;
  name: string;
  limits: ExtractionLimits;
  /** The languages of letters in pictures, null where those are not read. */
  ocr: OcrOptions | null;
}

export interface OcrOptions {
  /** Three letters for each, as `eng` or `deu`; the data of each is a package `@tesseract.js-data/…`. */
  languages: string[];
}

/** What a reader process says. `read`, `refused` and `broke` end the work on a file. */
export type ReaderMessage =
  | { kind: "page"; done: number; total: number }
  | { kind: "memory"; rssBytes: number }
  | ReadOutcome;

export type ReadOutcome =
  | { kind: "read"; text: ExtractedText; rssBytes: number }
  | { kind: "refused"; reason: FailureReason; details: string; rssBytes: number }
  | { kind: "broke"; error: string; rssBytes: number };
