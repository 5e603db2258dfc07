import { dotProduct } from "./dot-product.ts";
import type { LoadedDocument, UserVectors } from "./user-vectors.ts";

/** A chunk that a scan found: the one at `position` of the document's chunks. */
export interface Found {
  documentId: string;
  position: number;
  score: number;
}

/** What a scan looks for; empty lists leave nothing out. */
export interface ScanQuery {
  vector: Float32Array;
  limit: number;
  scoreFloor: number;
  documentTypes: readonly string[];
  documentIds: readonly string[];
  excludedDocumentId: string | null;
}

/** The chunks nearest to the query, best first; equal scores in the order of document and position. */
export function scanChunks(vectors: UserVectors, query: ScanQuery): Found[] {
  const best: Found[] = [];
  for (const document of eligible(vectors, query)) collect(document, vectors.dimensions, query, best);
  return best;
}

/** The documents nearest to the query, each with its `chunksEach` best chunks, in the order of the best ones. */
export function scanDocuments(vectors: UserVectors, query: ScanQuery, chunksEach: number): Found[][] {
  const groups: { first: Found; chunks: Found[] }[] = [];
  for (const document of eligible(vectors, query)) {
    const chunks: Found[] = [];
    collect(document, vectors.dimensions, { ...query, limit: chunksEach }, chunks);
    const [first] = chunks;
    if (first !== undefined) groups.push({ first, chunks });
  }
  groups.sort((a, b) => byRank(a.first, b.first));
  return groups.slice(0, Math.max(0, query.limit)).map(({ chunks }) => chunks);
}

/** Whether the query asks for chunks of this document. */
export function asksFor(query: ScanQuery): (document: LoadedDocument) => boolean {
  const types = new Set(query.documentTypes);
  const ids = new Set(query.documentIds);
  return ({ documentId, type }) =>
    documentId !== query.excludedDocumentId &&
    (types.size === 0 || types.has(type)) &&
    (ids.size === 0 || ids.has(documentId));
}

/** The cosine of a vector and the vector of a chunk. */
export function cosineAt(
  vector: Float32Array,
  { segment, first }: LoadedDocument,
  position: number,
  dimensions: number,
): number {
  const product = dotProduct(vector, segment.numbers, (first + position) * dimensions);
  // Rounding takes the product of two unit vectors a little beyond what a cosine can be.
  return Math.min(1, Math.max(-1, product));
}

function* eligible(vectors: UserVectors, query: ScanQuery): Iterable<LoadedDocument> {
  const isAskedFor = asksFor(query);
  for (const document of vectors.documents.values()) if (isAskedFor(document)) yield document;
}

/** Puts the document's chunks that belong among the best there, and what no longer does out. */
function collect(document: LoadedDocument, dimensions: number, query: ScanQuery, best: Found[]): void {
  const { count, documentId } = document;
  for (let position = 0; position < count; position++) {
    const score = cosineAt(query.vector, document, position, dimensions);
    if (!(score >= query.scoreFloor)) continue;
    const worst = best.length < query.limit ? undefined : best.at(-1);
    if (best.length >= query.limit && (worst === undefined || score < worst.score)) continue;
    insertByRank(best, { documentId, position, score });
    if (best.length > query.limit) best.pop();
  }
}

function insertByRank(best: Found[], found: Found): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = best[middle];
    if (other !== undefined && byRank(other, found) < 0) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, found);
}

function byRank(a: Found, b: Found): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.position - b.position;
}
