import type { DocumentHits, Hit } from "../domain/passage.ts";
import { withPlace } from "../flow/admission.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
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
}

/** The user's passages nearest in meaning to the query, in the vector store's order and grouped by document. */
export async function searchPassages(
  library: Pick<Library, "embedder" | "vectors" | "files" | "retrieving">,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<{ hits: Hit[]; documents: DocumentHits[] }> {
  await expectOwnDocuments(library, request, signal);
  const hits = await withPlace(library.retrieving, () => search(library, request, signal), signal);
  return { hits, documents: groupByDocument(hits) };
}

async function search(
  library: Pick<Library, "embedder" | "vectors">,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<Hit[]> {
  const { query, documentTypes, owner: _owner, ...rest } = request;
  const vector = await library.embedder.embedQuery(query, signal);
  const types = documentTypes.map((type) => type.trim().replace(/^\./, "").toUpperCase());
  return library.vectors.search(
    {
      ...rest,
      vector,
      embedder: library.embedder.identity,
      documentTypes: types,
      excludedDocumentId: null,
    },
    signal,
  );
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
