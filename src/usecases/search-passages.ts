import type { Candidate, DocumentHits, Hit } from "../domain/passage.ts";
import { holdsPhrases } from "../domain/quoted-phrases.ts";
import { smallTalkOf } from "../domain/small-talk.ts";
import { withPlace } from "../flow/admission.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import { findCandidates } from "./find-candidates.ts";
import type { Library } from "./library.ts";

interface SearchRequest {
  query: string;
  userId: string;
  /** Whose the named documents have to be, null for anybody. */
  owner: string | null;
  documentTypes: readonly string[];
  documentIds: readonly string[];
  limit: number;
  scoreFloor: number;
  /** `semantic` gives what is nearest, nearest first; `hybrid` also what holds the words, in the order in which it answers. */
  mode: "semantic" | "hybrid";
}

/** The user's passages that fit the query, best first and grouped by document. */
export async function searchPassages(
  library: Pick<Library, "embedder" | "vectors" | "files" | "retrieving">,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<{ hits: Candidate[]; documents: DocumentHits[] }> {
  await expectOwnDocuments(library, request, signal);
  const hits = await withPlace(library.retrieving, () => search(library, request, signal), signal);
  return { hits, documents: groupByDocument(hits) };
}

async function search(
  library: Pick<Library, "embedder" | "vectors">,
  { query, userId, documentTypes, documentIds, limit, scoreFloor, mode }: SearchRequest,
  signal: AbortSignal,
): Promise<Candidate[]> {
  // No document answers these; one that holds the very words is found by them.
  const smallTalk = mode === "semantic" ? smallTalkOf(query) : null;
  if (smallTalk !== null && smallTalk !== "reply") return [];
  const types = documentTypes.map((type) => type.trim().replace(/^\./, "").toUpperCase());
  const wanted = { question: query, userId, documentTypes: types, documentIds, limit, scoreFloor };
  const found = await findCandidates(library, wanted, signal);
  if (mode === "semantic")
    return found.candidates.filter(({ byMeaning }) => byMeaning !== null).slice(0, limit);
  const holds = holdsPhrases(query);
  const ranked = await found.ranked();
  return ranked.filter(({ chunkText }) => holds?.(chunkText) ?? true).slice(0, limit);
}

function groupByDocument(hits: readonly Hit[]): DocumentHits[] {
  const groups = Map.groupBy(hits, (hit) => hit.documentId);
  const documents = [...groups.values()].flatMap((group) => {
    const [best] = group.sort((a, b) => b.score - a.score);
    if (best === undefined) return [];
    const { documentId, documentName, documentType, category, score } = best;
    const chunks = group.map(({ chunkIndex, chunkText, score }) => ({ chunkIndex, chunkText, score }));
    return [{ documentId, documentName, documentType, category, maxScore: score, chunks }];
  });
  return documents.sort((a, b) => b.maxScore - a.maxScore);
}
