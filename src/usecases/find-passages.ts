import type { Hit } from "../domain/passage.ts";
import { rerank } from "../domain/rerank.ts";
import { inTurns } from "../flow/in-turns.ts";
import type { Library } from "./library.ts";

/** How many passages are weighed against each other to find the best. */
const CANDIDATES = 50;
/** The least similarity that makes a passage relevant. */
const RELEVANT_SCORE = 0.4;

interface Wanted {
  question: string;
  userId: string;
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
  /** How many passages at most. */
  keep: number;
}

/** The user's passages that answer a question best, the best first. */
export async function findPassages(
  library: Pick<Library, "embedder" | "vectors">,
  { question, userId, documentIds, keep }: Wanted,
  signal: AbortSignal,
): Promise<Hit[]> {
  const vector = await library.embedder.embedQuery(question, signal);
  const hits = await library.vectors.search(
    {
      vector,
      embedder: library.embedder.identity,
      userId,
      limit: CANDIDATES,
      scoreFloor: RELEVANT_SCORE,
      documentTypes: [],
      documentIds,
      excludedDocumentId: null,
    },
    signal,
  );
  return inTurns(rerank({ question, hits, keep }), signal);
}
