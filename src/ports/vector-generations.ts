import type { DocumentKey } from "./vector-store.ts";

/**
 * Which embedder made the vectors of a store, and the way from one embedder to another: the vectors of the next one
 * are put beside the current ones, document by document, and take their place all at once.
 * Contract: test/contracts/vector-generations.ts. What was awaited survives a crash; at every moment searches see
 * the vectors of one embedder alone, and searches and documents by another are refused from the switch on; replacing or
 * removing a document drops what was staged for it, renaming it does not. Every failure is the AppError `vector-store-failed`.
 */
export interface VectorGenerations {
  /** The embedder whose vectors searches see; null while none was ever recorded. */
  identity(signal: AbortSignal): Promise<string | null>;
  /** Records the identity where none is recorded yet, and says which one is recorded now. */
  adopt(identity: string, signal: AbortSignal): Promise<string>;
  /** The documents of all users that have no vectors by this embedder yet; none where its identity is the recorded one. */
  pending(identity: string, signal: AbortSignal): Promise<PendingDocument[]>;
  /**
   * Puts vectors beside the current ones, one for each chunk in the order of the chunks; false, and nothing is kept,
   * where the document is no longer the one that was pending. What was staged for another embedder goes.
   */
  stage(
    identity: string,
    document: PendingDocument,
    vectors: readonly Float32Array[],
    signal: AbortSignal,
  ): Promise<boolean>;
  /**
   * Makes the staged vectors the ones that searches see, all at once, records the identity and frees the old ones.
   * Points may get other ids. Refused while a document is pending. Where the identity is recorded already, only leftovers are freed.
   */
  complete(identity: string, signal: AbortSignal): Promise<void>;
}

/** A document as it was when it was found to have no vectors by an embedder. */
export interface PendingDocument extends DocumentKey {
  /** Names this indexing of the document: a later one has another. */
  indexVersion: string;
  /** How many chunks it has. */
  chunks: number;
}
