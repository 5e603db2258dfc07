import type { TextRange } from "../markdown/text-range.ts";
import { findPassage } from "./find-passage.ts";
import { foldText } from "./fold-text.ts";
import type { Passage } from "./use-passage.ts";

/** Where a passage and the sentence that matters in it stand in a text; empty where they are not in it. */
export function markRanges(text: string, passage: Passage | null): TextRange[] {
  if (passage === null) return [];
  const folded = foldText(text);
  const found = findPassage(folded, passage.text).map((span): TextRange => ({ ...span, kind: "passage" }));
  if (found.length === 0 || passage.focus === null) return found;
  const focus = findPassage(folded, passage.focus)
    .filter((span) => found.some((range) => span.start < range.end && span.end > range.start))
    .map((span): TextRange => ({ ...span, kind: "focus" }));
  return [...found, ...focus];
}
