import type { ErrorCode } from "../../domain/errors.ts";
import type { Chunk, CutDocument } from "../../domain/passage.ts";
import type { PreparedImage } from "../model-calls/prepared-image.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";

/** What a reader process is asked: one thing at a time. */
export interface ReaderRequest {
  task: ReaderTask;
  limits: ExtractionLimits;
}

/** A file lies at `path`; `name` is what its owner calls it. */
export type ReaderTask =
  /** Reads a file and cuts its text into chunks. */
  | { kind: "read"; path: string; name: string; ocr: OcrOptions | null }
  /** Reads the letters in a picture. */
  | { kind: "transcribe"; path: string; name: string; ocr: OcrOptions | null }
  /** Makes a picture one that every model takes. */
  | { kind: "prepare"; path: string; name: string }
  /** Cuts a text that is there already. */
  | { kind: "cut"; text: string };

export interface OcrOptions {
  /** Three letters for each, as `eng` or `deu`; the data of each is a package `@tesseract.js-data/…`. */
  languages: string[];
}

/** What comes of each task. */
export interface ReaderResults {
  read: CutDocument;
  transcribe: string;
  prepare: PreparedImage;
  cut: CutDocument;
}

/** What a reader process says. `done`, `refused` and `broke` end the work on a task. */
export type ReaderMessage =
  | { kind: "page"; done: number; total: number }
  | { kind: "memory"; rssBytes: number }
  /** Some chunks of the document, in order; those of a whole document are too much for one message. */
  | { kind: "chunks"; chunks: Chunk[] }
  | ReaderOutcome;

export type ReaderOutcome = (
  | { kind: "done"; result: ReaderAnswer }
  | { kind: "refused"; code: ErrorCode; message: string; details: string | undefined }
  | { kind: "broke"; error: string }
) & {
  rssBytes: number;
  /** Whether something in the process still computes and will not stop: no other task is for it. */
  isStuck: boolean;
};

/** What ends a task that went well; the chunks of a document have gone before it. */
export type ReaderAnswer =
  | { kind: "document"; opening: string; pages: number | null }
  | { kind: "text"; text: string }
  | { kind: "image"; image: PreparedImage };
