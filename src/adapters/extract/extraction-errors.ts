import { AppError } from "../../domain/errors.ts";

/** The file is to blame; the details say for what. */
export function noText(details: string, cause?: unknown): AppError {
  return new AppError("no-text", "No extractable text found in the file", { details, cause });
}

/** The file, or its bytes, took longer than a file may. */
export function timedOut(what: string, limitMs: number): AppError {
  return new AppError("timed-out", `${what} took too long`, {
    details: `It was given up after ${Math.round(limitMs / 1000)} s.`,
  });
}

/** The reader is to blame. */
export function extractionFailed(cause: unknown): AppError {
  return new AppError("extraction-failed", "The text of the file could not be read", { cause });
}

/** The extractor was closed before the file had been read. */
export function closed(): AppError {
  return new AppError("cancelled", "The file was not read because the service is stopping");
}

/** Letters are to be read in languages that nobody has installed. */
export function unknownLanguages(languages: readonly string[]): AppError {
  return new AppError("invalid-input", `Text recognition does not know: ${languages.join(", ")}`, {
    details: `Install ${languages.map((language) => `@tesseract.js-data/${language}`).join(", ")}, or name other languages`,
  });
}
