import { coversPlace, type ShownChunk } from "./covers-place.ts";
import type { Ranking } from "./metrics.ts";
import type { Judgement } from "./quality-set.ts";

/** A chunk that was found. */
export interface Found extends ShownChunk {
  fileId: string;
  score: number;
}

/** What is judged: whole documents, by their best chunk, or the chunks that show the places of answers. */
export type Unit = "documents" | "places";

/** How well results, best first, fit what is known of a question. Whatever comes a second time is worth nothing. */
export function rankResults(
  results: readonly Found[],
  judgements: readonly Judgement[],
  unit: Unit,
): Ranking {
  return unit === "documents" ? rankDocuments(results, judgements) : rankPlaces(results, judgements);
}

function rankDocuments(results: readonly Found[], judgements: readonly Judgement[]): Ranking {
  const grades = new Map<string, number>();
  for (const { fileId, grade } of judgements) grades.set(fileId, Math.max(grade, grades.get(fileId) ?? 0));
  const fileIds = [...new Set(results.map(({ fileId }) => fileId))];
  return { gains: fileIds.map((fileId) => grades.get(fileId) ?? 0), relevant: [...grades.values()] };
}

function rankPlaces(results: readonly Found[], judgements: readonly Judgement[]): Ranking {
  const open = new Set(judgements);
  const gains = results.map((result) => {
    let gain = 0;
    for (const judgement of open) {
      if (!isRelevant(result, judgement)) continue;
      gain += judgement.grade;
      open.delete(judgement);
    }
    return gain;
  });
  return { gains, relevant: judgements.map(({ grade }) => grade) };
}

/** Whether a chunk is what a judgement names. */
export function isRelevant(result: Found, { fileId, place }: Judgement): boolean {
  return result.fileId === fileId && (place === null || coversPlace(result, place));
}
