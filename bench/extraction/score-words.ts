/** How much of what was expected was found, and how much of what was found was expected; each word counts as often as it stands. */
export interface WordScore {
  recall: number;
  precision: number;
}

/** Compares two texts word by word, whatever their order; null where nothing was expected. */
export function scoreWords(expected: string, found: string): WordScore | null {
  const wanted = wordsOf(expected);
  if (wanted.length === 0) return null;
  const left = new Map<string, number>();
  const given = wordsOf(found);
  for (const word of given) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of wanted) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits++;
    left.set(word, count - 1);
  }
  return { recall: hits / wanted.length, precision: given.length === 0 ? 0 : hits / given.length };
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
