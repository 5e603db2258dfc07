import { AppError } from "../domain/errors.ts";
import type { IndexProgress } from "../domain/index-progress.ts";
import type { WorkSoFar } from "../ports/kept-work.ts";
import type { Library } from "./library.ts";

/**
 * The vectors of all chunks of a job. Those that were kept are taken as they are where this embedder made them; the
 * others are made, and kept as they come.
 */
export async function embedRest(
  { embedder, keptWork }: Pick<Library, "embedder" | "keptWork">,
  { jobId, work }: { jobId: string; work: WorkSoFar },
  onProgress: (progress: IndexProgress) => void,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  await embedder.ready(signal);
  const { identity } = embedder;
  const total = work.chunks.length;
  const vectors = new Map<number, Float32Array>();
  for (const { embedder: maker, from, vectors: own } of work.kept) {
    if (maker !== identity) continue;
    for (const [i, vector] of own.entries()) if (from + i < total) vectors.set(from + i, vector);
  }
  onProgress({ stage: "embedding", done: vectors.size, total });
  const rest = [...work.chunks.keys()].filter((index) => !vectors.has(index));
  const keeping: Promise<void>[] = [];
  // Asked for nothing too: this is also what makes the library this embedder's.
  await embedder.embedPassages(
    rest.map((index) => work.chunks[index]?.text ?? ""),
    (from, made) => {
      const indexes = rest.slice(from, from + made.length);
      for (const [i, index] of indexes.entries()) {
        const vector = made[i];
        if (vector !== undefined) vectors.set(index, vector);
      }
      for (const run of runsOf(indexes)) {
        const own = made.slice(run.start, run.end);
        const added = keptWork.add(jobId, { embedder: identity, from: run.from, vectors: own }, signal);
        // Its failure is thrown at the end; until then nobody waits for it.
        added.catch(() => undefined);
        keeping.push(added);
      }
      onProgress({ stage: "embedding", done: vectors.size, total });
    },
    signal,
  );
  await Promise.all(keeping);
  return Array.from({ length: total }, (_, index) => present(vectors.get(index)));
}

/** Numbers that follow each other, by their places in the list. */
interface Run {
  /** The first number. */
  from: number;
  start: number;
  end: number;
}

function runsOf(indexes: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const [place, index] of indexes.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && index === last.from + place - last.start) last.end = place + 1;
    else runs.push({ from: index, start: place, end: place + 1 });
  }
  return runs;
}

function present(vector: Float32Array | undefined): Float32Array {
  if (vector !== undefined) return vector;
  throw new AppError("embedding-failed", "The embedder gave fewer vectors than there are chunks");
}
