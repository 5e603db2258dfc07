import type { CutDocument } from "../domain/passage.ts";

/**
 * What an unfinished job has done so far, so that it goes on from there after a restart.
 * Contract: test/contracts/kept-work.ts. A text is there whole or not at all; vectors that were kept are given back as
 * they were, or not at all. To lose some costs work and nothing else: it is looked for, never counted on.
 */
export interface KeptWork {
  /** What is kept of a job, null where it has no text yet. */
  read(jobId: string, signal: AbortSignal): Promise<WorkSoFar | null>;
  /** Keeps the text of a job in the place of all that was kept of it, and gives a place for its vectors. */
  begin(jobId: string, text: CutDocument, signal: AbortSignal): Promise<void>;
  /** Adds the vectors of the chunks from number `from` on. */
  add(jobId: string, vectors: KeptVectors, signal: AbortSignal): Promise<void>;
  /** Forgets a job. */
  drop(jobId: string): Promise<void>;
  /** The jobs of which something is kept. */
  jobIds(): Promise<string[]>;
}

export interface KeptVectors {
  /** Who made them. */
  embedder: string;
  from: number;
  vectors: readonly Float32Array[];
}

export interface WorkSoFar extends CutDocument {
  /** The runs of vectors that were kept, in no order. */
  kept: readonly KeptVectors[];
}
