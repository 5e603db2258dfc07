import type { Hit } from "../../../src/domain/passage.ts";
import { sendForJson } from "./request.ts";

/** A passage that was found, and where it stands by meaning and by words. */
export interface FoundPassage extends Hit {
  explain: Record<"meaning" | "words", { rank: number } | null>;
}

/** Passages that fit a query by meaning and words, best first. */
export async function searchPassages(
  search: {
    query: string;
    userId: string;
    documentType: readonly string[];
    limit: number;
    scoreThreshold: number;
  },
  signal: AbortSignal,
): Promise<FoundPassage[]> {
  const { results } = await sendForJson<{ results: FoundPassage[] }>("/api/search/semantic", {
    method: "POST",
    body: { ...search, mode: "hybrid", explain: true },
    signal,
  });
  return results;
}
