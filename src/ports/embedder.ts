/**
 * Turns text into vectors of 768 finite numbers and unit length.
 * Contract: test/contracts/embedder.ts. Order is kept; the same text gives the same vector; every failure
 * is the AppError `embedding-failed`, or `embedder-unfit` where the model gives other vectors than these, but for the
 * signal's own reason.
 */
export interface Embedder {
  /** Names the model and everything else that decides the vectors: two identities never share a search. */
  readonly identity: string;
  /** Settles which model is really used: `identity` is final from then on. Costs nothing where that is plain. */
  ready(signal: AbortSignal): Promise<void>;
  embedQuery(text: string, signal: AbortSignal): Promise<Float32Array>;
  /** `onVectors` is given every vector as soon as it is there, also where the call fails in the end. */
  embedPassages(texts: readonly string[], onVectors: OnVectors, signal: AbortSignal): Promise<Float32Array[]>;
}

/** Takes the vectors of the texts from number `from` on. */
export type OnVectors = (from: number, vectors: readonly Float32Array[]) => void;
