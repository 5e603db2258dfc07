import type { GroundedSentence, Grounding } from "../../../src/domain/grounding/grounding.ts";
import type { Section } from "../markdown/markdown-tree.ts";
import type { TextRange } from "../markdown/text-range.ts";

/** What the service found about the sentences of an answer, as ranges of the plain text of each section. */
export function groundedRanges(
  sections: readonly Pick<Section, "start" | "end" | "plain">[],
  { sentences }: Grounding,
): TextRange[][] {
  return sections.map((section) => {
    const plain = foldWithPlaces(section.plain);
    let from = 0;
    return sentences.flatMap((sentence): TextRange[] => {
      if (sentence.start < section.start || sentence.start >= section.end) return [];
      const words = foldWithPlaces(sentence.text.replace(LINK_TARGET, "]")).text;
      const at = words === "" ? -1 : plain.text.indexOf(words, from);
      if (at < 0) return [];
      from = at + words.length;
      const kind = kindOf(sentence);
      const [start, last] = [plain.places[at], plain.places[from - 1]];
      if (kind === null || start === undefined || last === undefined) return [];
      return [{ start, end: endOfSentence(section.plain, last + 1), kind }];
    });
  });
}

/** How a sentence is marked; null where it needs no mark. */
export function kindOf({ verdict, isClaim, match }: GroundedSentence): "doubt" | "partly" | null {
  if (!isClaim) return null;
  if (verdict === "unsupported" || (verdict === "uncited" && match === null)) return "doubt";
  return verdict === "partly" ? "partly" : null;
}

const LINK_TARGET = /\]\([^)\s]*\)/g;

/** Letters and digits alone, which Markdown leaves as they are, and where each of them stands. */
function foldWithPlaces(text: string): { text: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    folded += sign;
    for (let i = 0; i < sign.length; i++) places.push(index + i);
  }
  return { text: folded, places };
}

function endOfSentence(plain: string, end: number): number {
  return end + (/^[^\p{L}\p{N}\s]*/u.exec(plain.slice(end, end + 12))?.[0].length ?? 0);
}
