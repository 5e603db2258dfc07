import { childOf, numberAt, type PptRecord, recordsIn } from "./records.ts";

/** The text of one shape. */
interface ShapeText {
  isTitle: boolean;
  /** Whether a layout gave the shape its place; on a master, its text is only a hint then. */
  isPlaceholder: boolean;
  text: string;
}

/** A text with its kind, as it stands in a shape or in the outline. */
export interface KindedText {
  kind: number;
  text: string;
}

const TEXT_HEADER = 3999;
const TEXT_CHARACTERS = 4000;
const TEXT_BYTES = 4008;
const OUTLINE_REFERENCE = 3998;
const PLACEHOLDER = 3011;
const DRAWING = 1036;
const SHAPE = 61444;
const SHAPE_TEXT = 61453;
const SHAPE_PROPERTIES = 61457;
/** Records that say where in the text before them a slide number, a date, a header or a footer is filled in. */
const FILLED_IN = new Set([4056, 4087, 4088, 4089, 4090, 4117]);
const TITLE_KINDS = [0, 6];
const MAX_DEPTH = 40;

/** The texts of a slide's shapes; texts that only the outline holds are taken from there. */
export function readShapeTexts(slide: PptRecord, outline: readonly KindedText[]): ShapeText[] {
  const drawing = childOf(slide, DRAWING);
  const found: ShapeText[] = [];
  if (drawing !== null) walk(drawing, 0);
  return found;

  function walk(parent: PptRecord, depth: number): void {
    for (const record of recordsIn(parent.body)) {
      if (record.type === SHAPE) found.push(...textsOfShape(record, outline));
      else if (record.isContainer && depth < MAX_DEPTH) walk(record, depth + 1);
    }
  }
}

/** The texts among records that follow each other, each with the kind that its header tells. */
export function readTexts(records: Iterable<PptRecord>, outline: readonly KindedText[]): KindedText[] {
  const texts: KindedText[] = [];
  let kind = -1;
  for (const record of records) {
    const last = texts.at(-1);
    if (record.type === TEXT_HEADER) kind = numberAt(record, 0);
    else if (record.type === TEXT_CHARACTERS) texts.push({ kind, text: utf16Of(record) });
    else if (record.type === TEXT_BYTES)
      texts.push({ kind, text: Buffer.from(record.body).toString("latin1") });
    else if (record.type === OUTLINE_REFERENCE) {
      const referred = outline[numberAt(record, 0)];
      if (referred !== undefined) texts.push({ ...referred });
    } else if (FILLED_IN.has(record.type) && last !== undefined) {
      const at = numberAt(record, 0);
      last.text = `${last.text.slice(0, at)} ${last.text.slice(at + 1)}`;
    }
  }
  return texts;
}

export function isTitleKind(kind: number): boolean {
  return TITLE_KINDS.includes(kind);
}

/** The text of a record that holds nothing else. */
export function utf16Of(record: PptRecord): string {
  return Buffer.from(record.body).toString("utf16le");
}

function textsOfShape(shape: PptRecord, outline: readonly KindedText[]): ShapeText[] {
  const properties = childOf(shape, SHAPE_PROPERTIES);
  const isPlaceholder = properties !== null && childOf(properties, PLACEHOLDER) !== null;
  const box = childOf(shape, SHAPE_TEXT);
  if (box === null) return [];
  return readTexts(recordsIn(box.body), outline).map(({ kind, text }) => ({
    isTitle: isTitleKind(kind),
    isPlaceholder,
    text: text.trim(),
  }));
}
