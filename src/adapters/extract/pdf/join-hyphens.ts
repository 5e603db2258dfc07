import type { TextPart } from "../../../domain/passage.ts";

const LINE_WITH_BROKEN_WORD = /(\p{L}{1,40})[-\u2010]$/u;
const REST_OF_WORD = /^\p{Ll}\p{L}{0,40}/u;
const COMPOUND = /\p{L}{1,40}[-\u2010]\p{L}{1,40}/gu;
const WORD = /\p{L}{1,80}/gu;

/**
 * Puts words together that were broken at the end of a line. The hyphen goes, unless the document writes the
 * word with it elsewhere and never without.
 */
export function joinHyphens(parts: readonly TextPart[]): TextPart[] {
  if (!parts.some((part) => /\p{L}[-\u2010]\n\p{Ll}/u.test(part.text))) return [...parts];
  const compounds = wordsIn(parts, COMPOUND);
  const words = wordsIn(parts, WORD);
  const keepsHyphen = (start: string, end: string) =>
    compounds.has(`${start}-${end}`.toLowerCase()) && !words.has(`${start}${end}`.toLowerCase());
  return parts.map((part) => ({ ...part, text: joinLines(part.text.split("\n"), keepsHyphen) }));
}

function joinLines(lines: readonly string[], keepsHyphen: (start: string, end: string) => boolean): string {
  let text = lines[0] ?? "";
  for (const [index, line] of lines.slice(1).entries()) {
    const start = LINE_WITH_BROKEN_WORD.exec((lines[index] ?? "").slice(-41))?.[1];
    const end = start === undefined ? undefined : REST_OF_WORD.exec(line)?.[0];
    if (start === undefined || end === undefined) text += `\n${line}`;
    else text = (keepsHyphen(start, end) ? text : text.slice(0, -1)) + line;
  }
  return text;
}

function wordsIn(parts: readonly TextPart[], pattern: RegExp): Set<string> {
  const words = new Set<string>();
  for (const part of parts) {
    for (const word of part.text.match(pattern) ?? []) words.add(word.toLowerCase().replace("\u2010", "-"));
  }
  return words;
}
