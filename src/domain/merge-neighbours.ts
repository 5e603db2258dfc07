import type { Hit } from "./passage.ts";

/** How many neighbours become one passage: more would be most of a page. */
const MOST_MERGED = 3;
/** What shares less than this with its neighbour does not overlap it. */
const LEAST_OVERLAP = 20;
/** Who is not among so many times the wanted ones is not merged with one of them: what adds nothing is left out. */
const LOOKED_AT = 2;

interface Merged {
  hit: Hit;
  first: number;
  last: number;
}

/**
 * The best hits, with those that overlap put together into one passage, so that no place is taken by what stands in
 * another one already. Chunks overlap only where they are neighbours of one page and section.
 */
export function mergeNeighbours(hits: readonly Hit[], keep: number): Hit[] {
  const merged: Merged[] = [];
  for (const hit of hits.slice(0, LOOKED_AT * keep)) {
    const place = { hit, first: hit.chunkIndex, last: hit.chunkIndex };
    const joined = merged.findIndex((other) => join(other, place) !== null);
    const other = merged[joined];
    if (other !== undefined) merged[joined] = join(other, place) ?? other;
    else if (merged.length < keep) merged.push(place);
  }
  return merged.map(({ hit }) => hit);
}

/** Both as one passage, with the score and the id of the first; null where they do not belong together. */
function join(best: Merged, other: Merged): Merged | null {
  const { hit } = best;
  if (other.hit.documentId !== hit.documentId) return null;
  if (other.hit.pageNumber !== hit.pageNumber || other.hit.section !== hit.section) return null;
  if (best.last - best.first + 1 >= MOST_MERGED) return null;
  if (other.first === best.last + 1) return joined(best, hit.chunkText, other.hit.chunkText, best.first);
  if (other.last === best.first - 1) return joined(best, other.hit.chunkText, hit.chunkText, other.first);
  return null;
}

function joined(best: Merged, before: string, after: string, first: number): Merged | null {
  const overlap = overlapOf(before, after);
  if (overlap < LEAST_OVERLAP) return null;
  const chunkText = before + after.slice(overlap);
  const last = first === best.first ? best.last + 1 : best.last;
  return { hit: { ...best.hit, chunkText, chunkIndex: first }, first, last };
}

/** How much of the end of one text is the beginning of the next. */
function overlapOf(before: string, after: string): number {
  const start = after.slice(0, LEAST_OVERLAP);
  if (start.length < LEAST_OVERLAP) return 0;
  for (let at = before.indexOf(start); at !== -1; at = before.indexOf(start, at + 1)) {
    if (after.startsWith(before.slice(at))) return before.length - at;
  }
  return 0;
}
