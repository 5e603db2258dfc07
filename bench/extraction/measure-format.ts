import { createReadStream, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openTextExtractor } from "../../src/adapters/extract/open-text-extractor.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { CutDocument } from "../../src/domain/passage.ts";
import type { TextExtractor } from "../../src/ports/text-extractor.ts";
import type { Sample } from "./collection.ts";
import { scoreWords, type WordScore } from "./score-words.ts";
import { textOfChunks } from "./text-of-chunks.ts";
import { watchChildren } from "./watch-children.ts";

/** What reading the files of one format has shown. */
export interface FormatResult {
  format: string;
  files: number;
  /** How many files were refused, by the reason. */
  failures: Map<string, number>;
  /** Scores of the files that have a reference with words in it; a file that was not read has none of them. */
  scores: { file: string; score: WordScore }[];
  /** Files with another number of pages than is known. */
  wrongPages: string[];
  pages: number;
  cpuMs: number;
  peakBytes: number;
}

export interface Measurement {
  folder: string;
  ocrLanguages: string[];
}

/** Reads all files of one format, one after the other, through an extractor of their own. */
export async function measureFormat(
  samples: readonly Sample[],
  measurement: Measurement,
): Promise<FormatResult> {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), "carrel-bench-"));
  const { ocrLanguages: languages } = measurement;
  const ocr = languages.length === 0 ? null : { languages };
  const extractor = openTextExtractor({ temporaryDirectory, maxProcesses: 1, ocr });
  const children = watchChildren();
  const result: FormatResult = {
    format: samples[0]?.format ?? "",
    files: samples.length,
    failures: new Map(),
    scores: [],
    wrongPages: [],
    pages: 0,
    cpuMs: 0,
    peakBytes: 0,
  };
  for (const sample of samples)
    addOutcome(result, sample, await read(extractor, join(measurement.folder, sample.file)));
  Object.assign(result, children.costs());
  children.end();
  await extractor.close();
  await rm(temporaryDirectory, { recursive: true });
  return result;
}

type Outcome = CutDocument | { failure: string };

/** More than any file may take. */
const FILE_LIMIT_MS = 300_000;

async function read(extractor: TextExtractor, path: string): Promise<Outcome> {
  const file = { name: basename(path), sizeBytes: statSync(path).size, bytes: createReadStream(path) };
  try {
    return await extractor.extract(file, () => undefined, AbortSignal.timeout(FILE_LIMIT_MS));
  } catch (error) {
    return { failure: error instanceof AppError ? kindOf(error) : "crash" };
  }
}

/** The words by which refusals are told apart. */
const KINDS: readonly [RegExp, string][] = [
  [/password|encrypted|DRM/i, "encrypted"],
  [/damaged/, "corrupt"],
  [/unsupported/, "unsupported"],
  [/too large/, "too large"],
  [/no text|no letters/i, "no text"],
  [/empty|without any text/, "empty"],
];

function kindOf({ code, details = "" }: AppError): string {
  if (code !== "no-text") return code;
  return KINDS.find(([words]) => words.test(details))?.[1] ?? "other";
}

function addOutcome(result: FormatResult, { file, reference, pages }: Sample, outcome: Outcome): void {
  const isRead = !("failure" in outcome);
  if (!isRead) result.failures.set(outcome.failure, (result.failures.get(outcome.failure) ?? 0) + 1);
  const text = isRead ? textOfChunks(outcome.chunks) : "";
  const score = reference === null ? null : scoreWords(reference, text);
  if (score !== null) result.scores.push({ file, score });
  if (!isRead) return;
  result.pages += outcome.pages ?? 0;
  if (pages !== null && outcome.pages !== null && outcome.pages !== pages) result.wrongPages.push(file);
}
