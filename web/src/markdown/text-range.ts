/** A stretch of a plain text that is shown differently. */
export interface TextRange {
  start: number;
  end: number;
  /** `doubt`: nothing supports it; `partly`: something supports a part of it; `passage`: it was cited; `focus`: it is what the citing sentence rests on. */
  kind: "doubt" | "partly" | "passage" | "focus";
}

/** A piece of text with the range that it lies in. Later ranges win over earlier ones. */
export interface TextPiece {
  text: string;
  range: TextRange | null;
  start: number;
}

/** Cuts a text that stands at `start` of the whole at the borders of the ranges. */
export function cutAtRanges(text: string, start: number, ranges: readonly TextRange[]): TextPiece[] {
  const end = start + text.length;
  const touching = ranges.filter((range) => range.start < end && range.end > start);
  if (touching.length === 0) return [{ text, range: null, start }];
  const borders = new Set([start, end]);
  for (const range of touching) {
    borders.add(Math.max(start, range.start));
    borders.add(Math.min(end, range.end));
  }
  const sorted = [...borders].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, i) => {
    const to = sorted[i + 1] ?? end;
    return {
      text: text.slice(from - start, to - start),
      range: touching.findLast((range) => range.start <= from && range.end >= to) ?? null,
      start: from,
    };
  });
}
