import type { WordEvidence } from "../domain/term-places.ts";

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
  /** How the cosines of a question are read; absent where they are what they are. */
  calibrate?(question: string): Calibration;
  /** `onVectors` is given every vector as soon as it is there, also where the call fails in the end. */
  embedPassages(texts: readonly string[], onVectors: OnVectors, signal: AbortSignal): Promise<Float32Array[]>;
}

/**
 * Makes the cosines of a question mean the same in every library. A vector that has a number for this alone can be made
 * for a library that knows the question's words, or for one that does not; how that changes its cosines is plain from
 * the number, so the vector itself need not be made again.
 */
export interface Calibration {
  /** The part of the question's vector that is its meaning, of unit length. */
  meaningOf(vector: Float32Array): Float32Array;
  /** The cosine that the vector made for a library with this evidence has, from that of the vector as it came. */
  cosineFor(cosine: number, evidence: LibraryEvidence): number;
  /** The least cosine of the vector as it came that can become this one. */
  leastFor(cosine: number): number;
}

/** What a library shows of a question. */
export interface LibraryEvidence extends WordEvidence {
  /** How many chunks were looked through: among many, something near is found by chance. */
  chunks: number;
}

/** Takes the vectors of the texts from number `from` on. */
export type OnVectors = (from: number, vectors: readonly Float32Array[]) => void;
