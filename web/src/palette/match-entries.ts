/** Something that can be found and done. */
export interface PaletteEntry {
  id: string;
  kind: "commands" | "documents" | "chats";
  label: string;
  run(): void;
}

const MOST_EACH = 7;

/** The entries that hold every word of a query, best first within their kind; a few of each where nothing is typed. */
export function matchEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const kinds = ["commands", "documents", "chats"] as const;
  return kinds.flatMap((kind) =>
    entries
      .filter((entry) => entry.kind === kind)
      .map((entry) => ({ entry, score: scoreOf(fold(entry.label), words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_EACH)
      .map(({ entry }) => entry),
  );
}

/** Zero where a word is missing; more where words stand at the beginning of words, most at the very beginning. */
function scoreOf(label: string, words: readonly string[]): number {
  let score = 1;
  for (const word of words) {
    const at = label.indexOf(word);
    if (at === -1) return 0;
    score += at === 0 ? 3 : /[\p{L}\p{N}]/u.test(label[at - 1] ?? "") ? 1 : 2;
  }
  return score;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
