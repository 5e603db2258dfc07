import { formatListNumber } from "./list-counter.ts";
import { walkXml, type XmlAttributes } from "./xml.ts";

/** A shape with text, or a table, of a drawing in an Office document. */
export interface DrawnShape {
  /** The kind of placeholder that it fills, `title` or `body`; null where it fills none. */
  placeholder: string | null;
  /** Lines of text; the rows of a table have ` | ` between their cells. */
  lines: string[];
}

/** Reads the shapes of a slide, of its notes, or of what is drawn on a sheet, those inside groups as well. */
export function readDrawnShapes(bytes: Uint8Array): DrawnShape[] {
  const walker = new ShapeWalker();
  walkXml(bytes, {
    onOpen: (name, attributes) => walker.open(name, attributes),
    onClose: (name) => walker.close(name),
    onText: (text) => walker.text(text),
  });
  return walker.end();
}

/** Elements that are shapes or frames around tables; each may stand inside a group, none inside another. */
const SHAPES = new Set(["sp", "graphicFrame", "cxnSp"]);
/** How presentations call the formats of automatic numbers, and how lists do. */
const NUMBER_FORMATS: readonly [string, string][] = [
  ["arabic", "decimal"],
  ["alphaLc", "lowerLetter"],
  ["alphaUc", "upperLetter"],
  ["romanLc", "lowerRoman"],
  ["romanUc", "upperRoman"],
];

class ShapeWalker {
  private readonly shapes: DrawnShape[] = [];
  private readonly choices: { isTaken: boolean }[] = [];
  private shape: DrawnShape | null = null;
  private shapeName = "";
  private shapeDepth = 0;
  private row: string[] | null = null;
  private cell: string[] | null = null;
  private paragraph: string[] | null = null;
  private level = 0;
  private numbering: { format: string; ending: string; start: number } | null = null;
  private counts: { value: number; format: string }[] = [];
  private isText = false;
  private isPageNumber = false;
  private skippedDepth = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (this.skippedDepth > 0 || this.isSkipped(name)) {
      this.skippedDepth++;
      return;
    }
    if (SHAPES.has(name)) this.openShape(name);
    else if (name === "AlternateContent") this.choices.push({ isTaken: false });
    else if (name === "ph" && this.shape !== null) this.shape.placeholder = attributes.type ?? "body";
    else if (name === "tr") this.row = [];
    else if (name === "tc" && this.row !== null) this.cell = [];
    else if (name === "p" && this.shape !== null) this.openParagraph();
    else if (name === "fld") this.isPageNumber = attributes.type === "slidenum";
    else if (this.paragraph !== null) this.openInline(name, attributes);
  }

  close(name: string): void {
    if (this.skippedDepth > 0) {
      this.skippedDepth--;
      return;
    }
    if (SHAPES.has(name)) this.closeShape(name);
    else if (name === "AlternateContent") this.choices.pop();
    else if (name === "p" && this.paragraph !== null) this.closeParagraph();
    else if (name === "tc" && this.cell !== null) {
      this.row?.push(this.cell.join(" ").replace(/\s+/g, " "));
      this.cell = null;
    } else if (name === "tr" && this.row !== null) {
      if (this.row.some((cell) => cell !== "")) this.shape?.lines.push(this.row.join(" | "));
      this.row = null;
    } else if (name === "t") this.isText = false;
    else if (name === "fld") this.isPageNumber = false;
  }

  text(text: string): void {
    if (this.isText && !this.isPageNumber && this.skippedDepth === 0) this.paragraph?.push(text);
  }

  end(): DrawnShape[] {
    if (this.paragraph !== null) this.closeParagraph();
    return this.shapes.filter(({ lines }) => lines.length > 0);
  }

  private isSkipped(name: string): boolean {
    if (name !== "Choice" && name !== "Fallback") return false;
    const choice = this.choices.at(-1);
    if (choice === undefined) return false;
    const isSkipped = choice.isTaken;
    choice.isTaken = true;
    return isSkipped;
  }

  private openShape(name: string): void {
    this.shapeDepth++;
    if (this.shapeDepth > 1) return;
    this.shapeName = name;
    this.shape = { placeholder: null, lines: [] };
    this.shapes.push(this.shape);
    this.counts = [];
  }

  private closeShape(name: string): void {
    this.shapeDepth--;
    if (this.shapeDepth === 0 && name === this.shapeName) this.shape = null;
  }

  private openParagraph(): void {
    this.paragraph = [];
    this.level = 0;
    this.numbering = null;
  }

  private openInline(name: string, attributes: XmlAttributes): void {
    if (name === "t") this.isText = true;
    else if (name === "br") this.paragraph?.push("\n");
    else if (name === "tab") this.paragraph?.push("\t");
    else if (name === "pPr") this.level = Math.min(8, Number.parseInt(attributes.lvl ?? "0", 10) || 0);
    else if (name === "buAutoNum") {
      const type = attributes.type ?? "arabicPeriod";
      const format = NUMBER_FORMATS.find(([prefix]) => type.startsWith(prefix))?.[1] ?? "decimal";
      const ending = type.endsWith("Period") ? "." : type.includes("Paren") ? ")" : "";
      this.numbering = { format, ending, start: Number.parseInt(attributes.startAt ?? "1", 10) || 1 };
    }
  }

  private closeParagraph(): void {
    const text = (this.paragraph ?? []).join("").trim();
    this.paragraph = null;
    this.isText = false;
    if (text === "") return;
    const line = `${this.nextLabel()}${text}`;
    if (this.cell !== null) this.cell.push(line);
    else this.shape?.lines.push(line);
  }

  /** The number in front of a paragraph; numbers go on until a paragraph of the same level has none. */
  private nextLabel(): string {
    this.counts.length = Math.min(this.counts.length, this.level + 1);
    if (this.numbering === null) {
      this.counts.length = Math.min(this.counts.length, this.level);
      return "";
    }
    const { format, ending, start } = this.numbering;
    const before = this.counts[this.level];
    const value = before?.format === format ? before.value + 1 : start;
    this.counts[this.level] = { value, format };
    return `${formatListNumber(value, format)}${ending} `;
  }
}
