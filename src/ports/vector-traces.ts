/**
 * What a vector store still holds of a document or a user, also what no search sees.
 * Shown by test/removal.test.ts for every store. Every failure is the AppError `vector-store-failed`.
 */
export interface VectorTraces {
  tracesOf(id: string, signal: AbortSignal): Promise<VectorTrace>;
}

export interface VectorTrace {
  /** Passages and what belongs to them, of every version and embedder, in whatever state. */
  passages: number;
  /** Notes of changes that are not ended. */
  unfinished: number;
  /** Notes of changes that were ended: ids and times, which make room for later ones. */
  remembered: number;
}
