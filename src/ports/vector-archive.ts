import type { Point } from "../domain/passage.ts";
import type { IndexedDocument } from "./vector-store.ts";

/**
 * All documents of a vector store, whosever they are: how a library is checked and moved.
 * Contract: test/contracts/vector-archive.ts. Given to `replaceDocument` of another store, with the embedder
 * that this one has recorded, what is read here is the same document there. Every failure is the AppError `vector-store-failed`.
 */
export interface VectorArchive {
  /** Every document that searches can see. */
  documents(signal: AbortSignal): AsyncIterable<ArchivedDocument>;
  /** The document's points in the order of their chunks; a failure where it is no longer the one that was listed. */
  points(document: ArchivedDocument, signal: AbortSignal): Promise<Point[]>;
}

export interface ArchivedDocument extends Omit<IndexedDocument, "embedder"> {
  /** How many points it has. */
  chunks: number;
}
