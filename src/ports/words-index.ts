import type { PendingDocument } from "./vector-generations.ts";

/**
 * The words of passages beside their vectors. A document that is replaced has them from the same moment as its chunks;
 * what was stored by an earlier version gets them here, document by document, while searches go on.
 * Contract: test/contracts/words-index.ts. What was awaited survives a crash; every failure is the AppError
 * `vector-store-failed`.
 */
export interface WordsIndex {
  /** Why this store can have no words, in a sentence that says what would help; null where it can. Searches go on by meaning. */
  obstacle(signal: AbortSignal): Promise<string | null>;
  /** The documents of all users whose words are missing, or were cut by other rules than those of now. */
  pending(signal: AbortSignal): Promise<PendingDocument[]>;
  /** Indexes the words of a document; false where it is no longer the one that was pending. */
  fill(document: PendingDocument, signal: AbortSignal): Promise<boolean>;
}
