import { formatListNumber } from "../list-counter.ts";
import type { XmlAttributes } from "../xml.ts";
import { readListStyles } from "./odf-lists.ts";

/** Numbers the items of a slide: there every item may be a list of its own, and numbers go on through a shape. */
interface SlideNumbers {
  openShape(): void;
  openList(attributes: XmlAttributes): void;
  closeList(): void;
  /** Begins an item of the innermost list. */
  openItem(): void;
  /** What stands in front of the next paragraph, with a space behind it; empty for bullets and plain paragraphs. */
  takeLabel(): string;
}

/** Reads the list styles of these parts. */
export function openSlideNumbers(...parts: Uint8Array[]): SlideNumbers {
  const styles = readListStyles(parts);
  const open: string[] = [];
  let counts: { value: number; start: number }[] = [];
  let isItem = false;

  return {
    openShape() {
      counts = [];
    },
    openList(attributes) {
      open.push(attributes["style-name"] ?? open.at(-1) ?? "");
    },
    closeList() {
      open.pop();
      isItem = false;
    },
    openItem() {
      isItem = true;
    },
    takeLabel() {
      const level = open.length - 1;
      const shape = isItem ? styles.get(open.at(-1) ?? "")?.get(level) : undefined;
      isItem = false;
      if (shape === undefined || shape.format === "bullet" || shape.format === "none") {
        counts.length = Math.min(counts.length, Math.max(0, level));
        return "";
      }
      const before = counts[level];
      const value = before?.start === shape.start ? before.value + 1 : shape.start;
      counts.length = Math.min(counts.length, level);
      counts[level] = { value, start: shape.start };
      const label = shape.text.replace(/%\d\.?/g, (sign) =>
        sign.startsWith(`%${level + 1}`) ? formatListNumber(value, shape.format) + sign.slice(2) : "",
      );
      return `${label.trim()} `;
    },
  };
}
