import type { DocumentKey } from "./vector-store.ts";

/**
 * What writers that died have left in a vector store. Nobody sees it; it only takes room.
 * Contract: test/contracts/vector-archive.ts. What may still be finished is no leftover. Every failure is the
 * AppError `vector-store-failed`.
 */
export interface VectorLeftovers {
  leftovers(signal: AbortSignal): Promise<Leftover[]>;
  /** Removes what there is and gives it. */
  removeLeftovers(signal: AbortSignal): Promise<Leftover[]>;
}

/** A version of a document that will never be seen. */
export interface Leftover extends DocumentKey {
  /** When its writer was last heard of. */
  since: string;
}
