import type { ExtractedText } from "../../domain/passage.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import type { FailureReason } from "./read-failure.ts";

/** What a reader process is asked: one file at a time. */
export interface ReadRequest {
  path: string;
  name: string;
  limits: ExtractionLimits;
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
