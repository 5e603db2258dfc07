import type { KeptWork } from "../ports/kept-work.ts";

/**
 * Unfinished work that is kept where that is possible. What cannot be kept or read is reported and done again: a full
 * disk must not end an indexing that needs nothing of it.
 */
export function spareWork(kept: KeptWork, onFailure: (cause: unknown) => void): KeptWork {
  /** Without its text a job has no use for its vectors. */
  const given = new Set<string>();

  async function orReport<T>(work: Promise<T>, otherwise: T, signal: AbortSignal): Promise<T> {
    try {
      return await work;
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error);
      return otherwise;
    }
  }

  return {
    read: (jobId, signal) => orReport(kept.read(jobId, signal), null, signal),
    async begin(jobId, text, signal) {
      given.delete(jobId);
      const isKept = kept.begin(jobId, text, signal).then(() => true);
      if (!(await orReport(isKept, false, signal))) given.add(jobId);
    },
    async add(jobId, vectors, signal) {
      if (given.has(jobId) || signal.aborted) return;
      const isKept = kept.add(jobId, vectors, signal).then(() => true);
      if (!(await orReport(isKept, false, signal))) given.add(jobId);
    },
    async drop(jobId) {
      given.delete(jobId);
      await kept.drop(jobId);
    },
    jobIds: () => kept.jobIds(),
  };
}
