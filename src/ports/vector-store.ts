import type { Document } from "../domain/document.ts";
import type { Named } from "../domain/own-id.ts";
import type { Candidate, Hit, ListedChunk, Point } from "../domain/passage.ts";

/**
 * Where passages wait to be found by meaning.
 * Contract: test/contracts/vector-store.ts. A write that was awaited is seen by the next search and survives
 * a crash; replacing a document is all or nothing, and no search ever sees two versions of it; replacing with no
 * points removes it; removing or renaming what is absent is not an error. Vectors of
 * one embedder alone are kept and compared, whatever switches the library to another meanwhile
 * (src/ports/vector-generations.ts): else a search is refused with the AppError `embedder-changed`, and a document is not
 * stored. Every other failure is the AppError `vector-store-failed`.
 */
export interface VectorStore {
  /** Puts the points in the place of whatever the document had, whoever owned it. */
  replaceDocument(document: IndexedDocument, points: readonly Point[], signal: AbortSignal): Promise<void>;
  /** Sets the name in the payload of every point of the document, in one call. */
  renameDocument(document: Named, name: string, signal: AbortSignal): Promise<void>;
  /** Removes every point of the document and says how many there were. */
  removeDocument(document: Named, signal: AbortSignal): Promise<number>;
  /** The user's documents, latest indexed first. */
  listDocuments(userId: string, signal: AbortSignal): Promise<Document[]>;
  /** The chunks of the user's document from number `from` on, in their order, and how many there are in all. */
  listChunks(document: DocumentKey, page: ChunkPage, signal: AbortSignal): Promise<ListedChunks>;
  /** The user's chunks nearest to the vector, best first. */
  search(query: VectorQuery, signal: AbortSignal): Promise<Hit[]>;
  /**
   * The user's chunks nearest to the vector and those that hold the most of the terms, each chunk once: first those by
   * meaning, best first, then the others, best by words first. `limit` counts for each of the two, and the floor and
   * every other condition hold for both. Chunks whose words are not indexed yet (src/ports/words-index.ts) are found by
   * meaning alone.
   */
  searchBoth(query: BothQuery, signal: AbortSignal): Promise<Candidate[]>;
  /** The user's documents nearest to the vector, each with its best chunks, best first. `limit` counts documents. */
  searchDocuments(query: VectorQuery, signal: AbortSignal): Promise<Hit[][]>;
  /** How many chunks the user has; a minute ago will do. */
  countChunks(userId: string, signal: AbortSignal): Promise<number>;
  /** The vectors of the document's first chunks, in order; none where this user has no such document. */
  firstVectors(document: DocumentKey, limit: number, signal: AbortSignal): Promise<SampledVectors>;
}

export interface DocumentKey {
  documentId: string;
  userId: string;
}

export interface ChunkPage {
  from: number;
  limit: number;
}

export interface ListedChunks {
  /** None where this user has no such document. */
  chunks: ListedChunk[];
  total: number;
}

export interface IndexedDocument extends DocumentKey, Omit<Document, "chunks"> {
  /** Names this indexing of the document; never used twice. */
  indexVersion: string;
  /** Who made the vectors of its points. A store that has recorded nobody takes anybody's. */
  embedder: string | null;
}

export interface SampledVectors {
  vectors: Float32Array[];
  /** Who made them; null while the store has recorded nobody. */
  embedder: string | null;
}

export interface VectorQuery {
  /** Unit length, 768 numbers. */
  vector: Float32Array;
  /** Who made the vector. A store that has recorded nobody takes anybody's. */
  embedder: string | null;
  userId: string;
  limit: number;
  /** Nothing below this cosine similarity is found. */
  scoreFloor: number;
  /** Only these types; all where empty. */
  documentTypes: readonly string[];
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
  /** Never this document. */
  excludedDocumentId: string | null;
}

export interface BothQuery extends VectorQuery {
  /** As `queryTerms` of src/domain/index-terms.ts gives them; the index holds those of `indexTerms`. */
  terms: readonly string[];
  /**
   * The question's meaning without its words, of unit length: what is found is compared with it as well. Absent or null
   * where the vector is all there is.
   */
  meaning?: Float32Array | null;
}

/** How many chunks `searchDocuments` gives for each document. */
export const CHUNKS_PER_DOCUMENT = 3;
