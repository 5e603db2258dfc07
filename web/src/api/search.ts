import type { Hit } from "../../../src/domain/passage.ts";
import { sendForJson } from "./request.ts";

/** Passages nearest in meaning to a query, best first. */
export async function searchPassages(
  search: {
    query: string;
    userId: string;
    documentType: readonly string[];
    limit: number;
    scoreThreshold: number;
  },
  signal: AbortSignal,
): Promise<Hit[]> {
  const { results } = await sendForJson<{ results: Hit[] }>("/api/search/semantic", {
    method: "POST",
    body: search,
    signal,
  });
  return results;
}
