import type { Hit } from "../../../domain/passage.ts";

/** Passages that follow each other in a document, joined to one text in which no sentence stands twice. */
export interface JoinedText {
  text: string;
  /** The numbers of the passages in order, each with where its text ends. */
  passages: { number: number; end: number }[];
  /** The first of them: its document, section and place. */
  first: Hit;
}

/** The most that a chunk repeats of the one before it, and the least that is taken for a repetition. */
const LONGEST_OVERLAP = 450;
const SHORTEST_OVERLAP = 12;
/** So many passages become one text at most, because a text is taken apart without a pause. */
const MOST_JOINED = 3;

/** Joins the neighbours among passages, which overlap, and leaves the others as they are, best first. */
export function* joinPassages(passages: readonly Hit[]): Generator<void, JoinedText[]> {
  const places = new Map(passages.map((hit, i) => [placeOf(hit, hit.chunkIndex), i]));
  const isTaken = passages.map(() => false);
  const joined: JoinedText[] = [];
  for (const [i] of passages.entries()) {
    if (isTaken[i]) continue;
    yield;
    let start = i;
    for (let steps = 1; steps < MOST_JOINED; steps++) {
      const before = neighbour(passages, places, start, -1);
      if (before === null || isTaken[before]) break;
      start = before;
    }
    joined.push(joinFrom(start, { passages, places, isTaken }));
  }
  return joined;
}

interface Joining {
  passages: readonly Hit[];
  places: ReadonlyMap<string, number>;
  isTaken: boolean[];
}

function joinFrom(start: number, { passages, places, isTaken }: Joining): JoinedText {
  const first = passages[start];
  if (first === undefined) throw new RangeError(`There is no passage ${start}`);
  const texts = [first.chunkText];
  let length = first.chunkText.length;
  const numbers = [{ number: start + 1, end: length }];
  isTaken[start] = true;
  let last = start;
  while (numbers.length < MOST_JOINED) {
    const next = neighbour(passages, places, last, 1);
    if (next === null || isTaken[next]) break;
    const addition = withoutOverlap(passages[last]?.chunkText ?? "", passages[next]?.chunkText ?? "");
    if (addition === null) break;
    isTaken[next] = true;
    texts.push(addition);
    length += addition.length;
    numbers.push({ number: next + 1, end: length });
    last = next;
  }
  return { text: texts.join(""), passages: numbers, first };
}

function placeOf({ documentId, section, pageNumber }: Hit, chunkIndex: number): string {
  return JSON.stringify([documentId, section, pageNumber, chunkIndex]);
}

function neighbour(
  passages: readonly Hit[],
  places: ReadonlyMap<string, number>,
  index: number,
  step: 1 | -1,
): number | null {
  const hit = passages[index];
  if (hit === undefined) return null;
  const found = places.get(placeOf(hit, hit.chunkIndex + step));
  const other = found === undefined ? undefined : passages[found];
  if (found === undefined || other === undefined) return null;
  const [a, b] = step === 1 ? [hit, other] : [other, hit];
  return withoutOverlap(a.chunkText, b.chunkText) === null ? null : found;
}

/** What the second text adds to the first; null where it does not go on from it. Both may begin with a table's header. */
function withoutOverlap(a: string, b: string): string | null {
  const lineEnd = b.indexOf("\n");
  for (const from of lineEnd > 0 ? [0, lineEnd + 1] : [0]) {
    const rest = b.slice(from);
    const seed = rest.slice(0, SHORTEST_OVERLAP);
    if (seed.length < SHORTEST_OVERLAP) continue;
    let at = a.indexOf(seed, Math.max(0, a.length - LONGEST_OVERLAP));
    while (at >= 0) {
      const overlap = a.slice(at);
      if (rest.startsWith(overlap)) return rest.slice(overlap.length);
      at = a.indexOf(seed, at + 1);
    }
  }
  return null;
}

/** The number of the passage in which an index of the joined text stands. */
export function passageAt({ passages }: JoinedText, end: number): number {
  return (passages.find((passage) => end <= passage.end) ?? passages.at(-1))?.number ?? 1;
}
