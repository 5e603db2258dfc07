import { viewOf, type WordFile } from "./word-file.ts";

/** A change to the format of characters or paragraphs: its code and the bytes of its value. */
export interface Modifier {
  code: number;
  value: Uint8Array;
}

/** A stretch of the stream and its format. */
export interface FormattedRange {
  start: number;
  end: number;
  /** The style of a paragraph; 0 for characters. */
  style: number;
  modifiers: Modifier[];
}

const CHARACTER_PAGES = 12;
const PARAGRAPH_PAGES = 13;
const PAGE_BYTES = 512;

/** The stretches of characters whose format differs from their style's, by place in the stream. */
export function characterFormats(file: WordFile): FormattedRange[] {
  return readPages(file, CHARACTER_PAGES, (page, count, index) => {
    const at = (page[(count + 1) * 4 + index] ?? 0) * 2;
    if (at === 0) return null;
    return { style: 0, modifiers: readModifiers(page.subarray(at + 1, at + 1 + (page[at] ?? 0))) };
  });
}

/** The paragraphs' formats, by place in the stream. */
export function paragraphFormats(file: WordFile): FormattedRange[] {
  return readPages(file, PARAGRAPH_PAGES, (page, count, index) => {
    const at = (page[(count + 1) * 4 + index * 13] ?? 0) * 2;
    if (at === 0) return { style: 0, modifiers: [] };
    const size = page[at] ?? 0;
    const start = size === 0 ? at + 2 : at + 1;
    const sizeBytes = size === 0 ? (page[at + 1] ?? 0) * 2 : size * 2 - 1;
    const style = (page[start] ?? 0) | ((page[start + 1] ?? 0) << 8);
    return { style, modifiers: readModifiers(page.subarray(start + 2, start + sizeBytes)) };
  });
}

/** The range that holds a place of the stream; ranges do not overlap and are in order. */
export function formatAt(ranges: readonly FormattedRange[], offset: number): FormattedRange | null {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return null;
    if (offset < range.start) high = middle - 1;
    else if (offset >= range.end) low = middle + 1;
    else return range;
  }
  return null;
}

type ReadFormat = (
  page: Uint8Array,
  count: number,
  index: number,
) => { style: number; modifiers: Modifier[] } | null;

function readPages(file: WordFile, table: number, read: ReadFormat): FormattedRange[] {
  const directory = file.table(table);
  const view = viewOf(directory);
  const pages = Math.floor((directory.length - 4) / 8);
  const ranges: FormattedRange[] = [];
  const seen = new Set<number>();
  for (let number = 0; number < pages; number++) {
    const start = (view.getUint32((pages + 1) * 4 + number * 4, true) & 0x3fffff) * PAGE_BYTES;
    const page = file.stream.subarray(start, start + PAGE_BYTES);
    if (page.length < PAGE_BYTES || seen.has(start)) continue;
    seen.add(start);
    const pageView = viewOf(page);
    const count = page[PAGE_BYTES - 1] ?? 0;
    if ((count + 1) * 4 + count >= PAGE_BYTES) continue;
    for (let index = 0; index < count; index++) {
      const format = read(page, count, index);
      const from = pageView.getUint32(index * 4, true);
      const end = pageView.getUint32(index * 4 + 4, true);
      if (format !== null && end > from) ranges.push({ start: from, end, ...format });
    }
  }
  return ranges.sort((a, b) => a.start - b.start);
}

const TABLE_DEFINITION = 0xd608;
const TAB_CHANGES = 0xc615;
/** How many bytes a value has, by the three highest bits of its code; 0 stands for a length in front of it. */
const VALUE_BYTES = [1, 1, 2, 4, 2, 2, 0, 3];

/** Reads modifiers until they end or make no sense. */
export function readModifiers(bytes: Uint8Array): Modifier[] {
  const modifiers: Modifier[] = [];
  for (let at = 0; at + 2 < bytes.length; ) {
    const code = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    at += 2;
    let length = VALUE_BYTES[code >> 13] ?? 1;
    if (length === 0) {
      length = bytes[at] ?? 0;
      if (code === TABLE_DEFINITION) {
        length = Math.max(0, ((bytes[at + 1] ?? 0) << 8) + length - 1);
        at += 2;
      } else {
        // A length that cannot be told: what follows cannot be told either.
        if (code === TAB_CHANGES && length === 255) break;
        at += 1;
      }
    }
    modifiers.push({ code, value: bytes.subarray(at, at + length) });
    at += length;
  }
  return modifiers;
}
