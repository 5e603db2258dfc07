import { readSync } from "node:fs";

/** Bytes of a page that hold nothing: rows that moved away or were removed may still be read there. */
interface UnusedRange {
  from: number;
  to: number;
}

/** A page of a database file as it is on the disk. Pages are counted from 1. */
export interface Page {
  number: number;
  bytes: Buffer;
}

/** What the first page of a database file says of it. */
export interface FileHead {
  pageBytes: number;
  /** What a page has left to use. */
  usableBytes: number;
  firstFreePage: number;
  freePages: number;
}

const HEAD_BYTES = 100;
const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

/** The head of an open database file; null where it is empty. */
export function readHead(file: number): FileHead | null {
  const head = Buffer.alloc(HEAD_BYTES);
  if (readSync(file, head, 0, HEAD_BYTES, 0) < HEAD_BYTES) return null;
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  return {
    pageBytes,
    usableBytes: pageBytes - head.readUInt8(20),
    firstFreePage: head.readUInt32BE(32),
    freePages: head.readUInt32BE(36),
  };
}

/** A page of the file. Past its end there are zeros: such a page was never written. */
function readPage(file: number, { pageBytes }: FileHead, number: number): Page {
  const bytes = Buffer.alloc(pageBytes);
  readSync(file, bytes, 0, pageBytes, (number - 1) * pageBytes);
  return { number, bytes };
}

/**
 * The free pages of a file with what of each is unused. Nothing but the list of the others is kept in them. Those that
 * are not wanted are not read, but for the few that hold the list.
 */
export function* freePages(
  file: number,
  head: FileHead,
  isWanted: (number: number) => boolean,
): Generator<{ page: Page; unused: UnusedRange[] }> {
  const seen = new Set<number>();
  for (let next = head.firstFreePage; next !== 0 && !seen.has(next); ) {
    seen.add(next);
    const trunk = readPage(file, head, next);
    const count = Math.min(trunk.bytes.readUInt32BE(4), head.usableBytes / 4 - 2);
    for (let i = 0; i < count; i++) {
      const number = trunk.bytes.readUInt32BE(8 + 4 * i);
      if (!isWanted(number)) continue;
      yield { page: readPage(file, head, number), unused: [{ from: 0, to: head.pageBytes }] };
    }
    if (isWanted(next)) yield { page: trunk, unused: [{ from: 8 + 4 * count, to: head.pageBytes }] };
    next = trunk.bytes.readUInt32BE(0);
  }
}

/**
 * The pages of a table or index, from its root down, but for those in which long values go on. `isWanted` says which
 * ones are read where nothing lies below them.
 */
export function* treePages(
  file: number,
  head: FileHead,
  root: number,
  isWanted: (number: number) => boolean,
): Generator<Page> {
  const page = readPage(file, head, root);
  const children = childrenOf(page);
  yield page;
  const [first] = children;
  if (first === undefined) return;
  // All children of a page are on one level: where the first is a leaf, so are the others.
  const areLeaves = childrenOf(readPage(file, head, first)).length === 0;
  for (const child of children) {
    if (!areLeaves) yield* treePages(file, head, child, isWanted);
    else if (isWanted(child)) yield readPage(file, head, child);
  }
}

/** What is unused in a page of a table or index. */
export function unusedIn({ number, bytes }: Page, { usableBytes }: FileHead): UnusedRange[] {
  const at = number === 1 ? HEAD_BYTES : 0;
  const kind = bytes.readUInt8(at);
  if (![INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE].includes(kind)) return [];
  const cells = bytes.readUInt16BE(at + 3);
  const contentFrom = bytes.readUInt16BE(at + 5) || 65_536;
  const pointersTo = at + (isInterior(kind) ? 12 : 8) + 2 * cells;
  if (pointersTo > contentFrom || contentFrom > usableBytes) return [];
  const ranges: UnusedRange[] = [{ from: pointersTo, to: contentFrom }];
  // Each free block begins with where the next one is and how long it is itself; they stand in order.
  for (let block = bytes.readUInt16BE(at + 1), last = 0; block > last && block + 4 <= usableBytes; ) {
    const to = Math.min(block + bytes.readUInt16BE(block + 2), usableBytes);
    ranges.push({ from: Math.min(block + 4, to), to });
    last = block;
    block = bytes.readUInt16BE(block);
  }
  return ranges;
}

/** Those of the ranges that are not all zeros. */
export function notZero({ bytes }: Page, ranges: readonly UnusedRange[]): UnusedRange[] {
  return ranges.filter(({ from, to }) => bytes.compare(zeros(to - from), 0, to - from, from, to) !== 0);
}

let someZeros = Buffer.alloc(0);

/** So many zeros. */
export function zeros(count: number): Buffer {
  if (someZeros.length < count) someZeros = Buffer.alloc(count);
  return someZeros;
}

function isInterior(kind: number): boolean {
  return kind === INTERIOR_INDEX || kind === INTERIOR_TABLE;
}

function childrenOf({ number, bytes }: Page): number[] {
  const at = number === 1 ? HEAD_BYTES : 0;
  if (!isInterior(bytes.readUInt8(at))) return [];
  const cells = bytes.readUInt16BE(at + 3);
  const left = Array.from({ length: cells }, (_, i) =>
    bytes.readUInt32BE(bytes.readUInt16BE(at + 12 + 2 * i)),
  );
  return [...left, bytes.readUInt32BE(at + 8)];
}
