import { AppError } from "../domain/errors.ts";
import type { Hit, Recommendation } from "../domain/passage.ts";
import { representativeVector } from "../domain/representative-vector.ts";
import type { DocumentKey } from "../ports/vector-store.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import type { Library } from "./library.ts";

/** The least similarity of a document that is recommended. */
const SIMILAR_SCORE = 0.5;
/** How many chunks of the source are read to find the one that stands for it. */
const SAMPLED_CHUNKS = 64;

/** The user's documents most similar to one of them, best first; those whose file is gone are left out. */
export async function recommendDocuments(
  library: Pick<Library, "vectors" | "files">,
  request: DocumentKey & { limit: number; owner: string | null },
  signal: AbortSignal,
): Promise<Recommendation[]> {
  await expectOwnDocuments(library, { documentIds: [request.documentId], owner: request.owner }, signal);
  const candidates = await findSimilar(library, request, signal).catch((error: unknown) => {
    // The library switched embedders between the two steps: both again, with the vectors of now.
    if (error instanceof AppError && error.code === "embedder-changed") {
      return findSimilar(library, request, signal);
    }
    throw error;
  });
  const recommendations = candidates.flatMap(toRecommendation);
  const existing = await library.files.existing(
    recommendations.map((candidate) => candidate.documentId),
    signal,
  );
  return recommendations.filter((candidate) => existing.has(candidate.documentId)).slice(0, request.limit);
}

/** The documents nearest to what a document is about, each with its best chunks. */
async function findSimilar(
  { vectors }: Pick<Library, "vectors">,
  { documentId, userId, limit }: DocumentKey & { limit: number },
  signal: AbortSignal,
): Promise<Hit[][]> {
  const sample = await vectors.firstVectors({ documentId, userId }, SAMPLED_CHUNKS, signal);
  if (sample.vectors.length === 0) return [];
  return vectors.searchDocuments(
    {
      vector: representativeVector(sample.vectors),
      embedder: sample.embedder,
      userId,
      limit: limit * 2,
      scoreFloor: SIMILAR_SCORE,
      documentTypes: [],
      documentIds: [],
      excludedDocumentId: documentId,
    },
    signal,
  );
}

function toRecommendation(hits: Hit[]): Recommendation[] {
  const [best] = hits;
  if (best === undefined) return [];
  const { documentId, documentName, documentType, category, score } = best;
  const matchingChunks = hits.map((hit) => ({ text: hit.chunkText, score: hit.score }));
  return [{ documentId, documentName, documentType, category, score, matchingChunks }];
}
