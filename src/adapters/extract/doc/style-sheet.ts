import type { WordStyles } from "../docx/word-styles.ts";
import { type Modifier, readModifiers } from "./formats-of-text.ts";
import { viewOf, type WordFile } from "./word-file.ts";

/** Codes of the modifiers that decide a paragraph's place. */
export const LIST_LEVEL = 0x260a;
export const LIST = 0x460b;
export const OUTLINE_LEVEL = 0x2640;

interface Style {
  builtIn: number;
  base: number;
  modifiers: Modifier[];
}

const STYLE_SHEET = 1;
const NO_STYLE = 0x0fff;
const PARAGRAPH_STYLE = 1;
const LAST_HEADING = 9;
const TITLES = [62, 74];

/** Reads the style sheet; a style is named by its number. */
export function readStyleSheet(file: WordFile): WordStyles {
  const styles = collectStyles(file.table(STYLE_SHEET));

  function inherited<T>(styleId: string, pick: (style: Style) => T | null): T | null {
    const seen = new Set<number>();
    for (let number = Number(styleId); !seen.has(number); ) {
      seen.add(number);
      const style = styles.get(number);
      if (style === undefined) return null;
      const value = pick(style);
      if (value !== null) return value;
      number = style.base;
    }
    return null;
  }

  return {
    outlineLevelOf: (styleId) =>
      inherited(styleId, ({ builtIn, modifiers }) => {
        const isHeading = builtIn >= 1 && builtIn <= LAST_HEADING;
        return numberIn(modifiers, OUTLINE_LEVEL) ?? (isHeading ? builtIn - 1 : null);
      }),
    isTitle: (styleId) =>
      inherited(styleId, ({ builtIn }) => (TITLES.includes(builtIn) ? true : null)) ?? false,
    listOf(styleId) {
      const list = inherited(styleId, ({ modifiers }) => numberIn(modifiers, LIST));
      if (list === null) return null;
      const level = inherited(styleId, ({ modifiers }) => numberIn(modifiers, LIST_LEVEL)) ?? 0;
      return { numberingId: String(list), level };
    },
  };
}

/** The value of the last modifier with this code, null where there is none. */
export function numberIn(modifiers: readonly Modifier[], code: number): number | null {
  const found = modifiers.findLast((modifier) => modifier.code === code);
  if (found === undefined) return null;
  return found.value.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

function collectStyles(table: Uint8Array): Map<number, Style> {
  const styles = new Map<number, Style>();
  if (table.length < 6) return styles;
  const view = viewOf(table);
  const count = view.getUint16(2, true);
  const baseBytes = view.getUint16(4, true);
  let at = 2 + view.getUint16(0, true);
  for (let number = 0; number < count && at + 2 <= table.length; number++) {
    const sizeBytes = view.getUint16(at, true);
    const style = readStyle(table.subarray(at + 2, at + 2 + sizeBytes), baseBytes);
    if (style !== null) styles.set(number, style);
    at += 2 + sizeBytes + (sizeBytes % 2);
  }
  return styles;
}

function readStyle(bytes: Uint8Array, baseBytes: number): Style | null {
  if (bytes.length < Math.max(10, baseBytes + 4)) return null;
  const view = viewOf(bytes);
  const kindAndBase = view.getUint16(2, true);
  if ((kindAndBase & 0xf) !== PARAGRAPH_STYLE) return null;
  const nameBytes = view.getUint16(baseBytes, true) * 2;
  const formatAt = baseBytes + 2 + nameBytes + 2;
  // The format begins with its length and the number of the style itself.
  const sizeBytes = formatAt + 2 <= bytes.length ? view.getUint16(formatAt, true) : 0;
  const format = bytes.subarray(formatAt + 4, formatAt + 2 + sizeBytes);
  const base = kindAndBase >> 4;
  return {
    builtIn: view.getUint16(0, true) & 0xfff,
    base: base === NO_STYLE ? -1 : base,
    modifiers: readModifiers(format),
  };
}
