import { mergeNeighbours } from "../domain/merge-neighbours.ts";
import type { Hit } from "../domain/passage.ts";
import { findCandidates } from "./find-candidates.ts";
import type { Library } from "./library.ts";

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

/** The user's passages that answer a question best, the best first. What overlaps is one passage. */
export async function findPassages(
  library: Pick<Library, "embedder" | "vectors">,
  { keep, ...wanted }: Wanted,
  signal: AbortSignal,
): Promise<Hit[]> {
  const asked = { ...wanted, documentTypes: [], scoreFloor: RELEVANT_SCORE, limit: keep };
  const { ranked } = await findCandidates(library, asked, signal);
  return mergeNeighbours(await ranked(), keep);
}
