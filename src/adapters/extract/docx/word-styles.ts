import { walkXml } from "../xml.ts";

/** What the styles of a document say about paragraphs, inherited along `basedOn`. */
export interface WordStyles {
  /** Outline level from 0, null for body text. */
  outlineLevelOf(styleId: string): number | null;
  isTitle(styleId: string): boolean;
  listOf(styleId: string): { numberingId: string; level: number } | null;
}

interface Style {
  name: string;
  basedOn: string | null;
  outlineLevel: number | null;
  numberingId: string | null;
  listLevel: number | null;
}

const TITLE_NAME = /^(?:sub)?title$/i;
const HEADING_NAME = /^heading ([1-9])$/i;

/** Reads `styles.xml`; null stands for a document without styles. */
export function readStyles(bytes: Uint8Array | null): WordStyles {
  const styles = bytes === null ? new Map<string, Style>() : collectStyles(bytes);

  function inherited<T>(styleId: string, pick: (style: Style) => T | null): T | null {
    const seen = new Set<string>();
    let id: string | null = styleId;
    while (id !== null && !seen.has(id)) {
      seen.add(id);
      const style: Style | undefined = styles.get(id);
      if (style === undefined) return null;
      const value = pick(style);
      if (value !== null) return value;
      id = style.basedOn;
    }
    return null;
  }

  return {
    outlineLevelOf(styleId) {
      const level = inherited(styleId, (style) => {
        const heading = HEADING_NAME.exec(style.name)?.[1];
        return style.outlineLevel ?? (heading === undefined ? null : Number(heading) - 1);
      });
      return level !== null && level <= 8 ? level : null;
    },
    isTitle: (styleId) => inherited(styleId, ({ name }) => (TITLE_NAME.test(name) ? true : null)) ?? false,
    listOf(styleId) {
      const numberingId = inherited(styleId, (style) => style.numberingId);
      if (numberingId === null) return null;
      return { numberingId, level: inherited(styleId, (style) => style.listLevel) ?? 0 };
    },
  };
}

function collectStyles(bytes: Uint8Array): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  walkXml(bytes, {
    onOpen(name, attributes) {
      if (name === "style") {
        style = { name: "", basedOn: null, outlineLevel: null, numberingId: null, listLevel: null };
        styles.set(attributes.styleId ?? "", style);
      }
      const value = attributes.val;
      if (style === null || value === undefined) return;
      if (name === "name") style.name = value;
      else if (name === "basedOn") style.basedOn = value;
      else if (name === "outlineLvl") style.outlineLevel = Number.parseInt(value, 10);
      else if (name === "numId") style.numberingId = value;
      else if (name === "ilvl") style.listLevel = Number.parseInt(value, 10);
    },
    onClose(name) {
      if (name === "style") style = null;
    },
  });
  return styles;
}
