/** A text reduced to its letters and digits, with the way back: `origin[i]` is where character `i` came from. */
export interface FoldedText {
  folded: string;
  origin: Uint32Array;
}

/**
 * Folds a text so that two copies of it can be found in each other whatever happened to spaces, hyphens, ligatures,
 * accents, case and punctuation on the way.
 */
export function foldText(text: string): FoldedText {
  let folded = "";
  const origin: number[] = [];
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    for (const character of foldCharacter(text.slice(i, i + length), code)) {
      folded += character;
      origin.push(i);
    }
    i += length;
  }
  return { folded, origin: Uint32Array.from(origin) };
}

/** The UTF-16 units that a character folds to. */
function foldCharacter(character: string, code: number): string[] {
  if (code < 0x80) {
    const lower = character.toLowerCase();
    return (lower >= "a" && lower <= "z") || (lower >= "0" && lower <= "9") ? [lower] : [];
  }
  return character
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .split("");
}
