import type { WordStyles } from "../docx/word-styles.ts";

/** A style as the table of styles describes it. */
export interface RtfStyle {
  name: string;
  outlineLevel: number | null;
}

const HEADING_NAME = /^heading ([1-9])$/i;
const TITLE_NAME = /^(?:sub)?title$/i;
const LAST_LEVEL = 8;

/** Styles that the reader is still filling in, by their number. */
export function stylesOf(table: ReadonlyMap<string, RtfStyle>): WordStyles {
  return {
    outlineLevelOf(styleId) {
      const style = table.get(styleId);
      const heading = HEADING_NAME.exec(style?.name ?? "")?.[1];
      const level = style?.outlineLevel ?? (heading === undefined ? null : Number(heading) - 1);
      return level !== null && level <= LAST_LEVEL ? level : null;
    },
    isTitle: (styleId) => TITLE_NAME.test(table.get(styleId)?.name ?? ""),
    listOf: () => null,
  };
}
