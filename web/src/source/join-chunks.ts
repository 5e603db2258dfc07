import type { ListedChunk } from "../../../src/domain/passage.ts";

/** A chunk with the part of it that no neighbour shows. */
export interface JoinedChunk extends ListedChunk {
  shown: string;
}

/** The longest overlap that neighbours are looked at for. */
const LONGEST_OVERLAP = 400;

/**
 * Chunks as running text: what two neighbours share is shown once. The chunk `whole` is shown in full; its neighbours
 * give way.
 */
export function joinChunks(chunks: readonly ListedChunk[], whole: number | null): JoinedChunk[] {
  const joined = chunks.map((chunk): JoinedChunk => ({ ...chunk, shown: chunk.chunkText }));
  for (const [i, chunk] of joined.entries()) {
    const before = joined[i - 1];
    if (before === undefined || before.pageNumber !== chunk.pageNumber) continue;
    const overlap = overlapOf(before.chunkText, chunk.chunkText);
    if (overlap === 0) continue;
    if (whole !== null && chunk.chunkIndex <= whole) before.shown = before.shown.slice(0, -overlap);
    else chunk.shown = chunk.shown.slice(overlap);
  }
  return joined;
}

function overlapOf(before: string, after: string): number {
  for (let length = Math.min(LONGEST_OVERLAP, before.length, after.length); length > 0; length--)
    if (before.endsWith(after.slice(0, length))) return length;
  return 0;
}
