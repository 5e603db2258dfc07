import type { Section } from "./markdown-tree.ts";

/** The level of the headings around a text: its own start below. */
const LEVEL_ABOVE = 2;

/** For each section that is a heading its level in the page, which never skips one, as screen readers expect. */
export function headingLevels(sections: readonly Section[]): (number | undefined)[] {
  let above = LEVEL_ABOVE;
  return sections.map(({ block }) => {
    if (block.kind !== "heading") return undefined;
    above = Math.min(LEVEL_ABOVE + block.level, above + 1, 6);
    return above;
  });
}
