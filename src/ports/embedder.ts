/**
 * Turns text into vectors of 768 finite numbers and unit length.
 * Contract: test/contracts/embedder.ts. Order is kept; the same text gives the same vector; every failure
 * is the AppError `embedding-failed`, but for the signal's own reason.
 */
export interface Embedder {
  /** Names the model and everything else that decides the vectors: two identities never share a search. */
  readonly identity: string;
  /** Settles which model is really used: `identity` is final from then on. Costs nothing where that is plain. */
  ready(signal: AbortSignal): Promise<void>;
  embedQuery(text: string, signal: AbortSignal): Promise<Float32Array>;
  /** `onProgress` is told how many texts are done, each time that it grows. */
  embedPassages(
    texts: readonly string[],
    onProgress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<Float32Array[]>;
}
