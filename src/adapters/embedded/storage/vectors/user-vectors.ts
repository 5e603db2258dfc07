/** Documents this long get memory of their own, so that it is free again when they go. */
const LARGE_DOCUMENT = 1_024;
const SMALLEST_SEGMENT = 64;
const LARGEST_SEGMENT = 4_096;

/** A document whose vectors are in memory: `count` of them, from vector `first` of its segment on. */
export interface LoadedDocument {
  documentId: string;
  revision: number;
  type: string;
  segment: Segment;
  first: number;
  count: number;
  /** The number of its words; null while it has none. */
  words: number | null;
}

/** Memory for vectors. Slots are filled in order. */
interface Segment {
  numbers: Float32Array;
  capacity: number;
  used: number;
  live: number;
}

/** A document that is to be loaded. */
export type NewDocument = Pick<LoadedDocument, "documentId" | "revision" | "type" | "count" | "words">;

/** The vectors of one user's documents in memory. */
export interface UserVectors {
  readonly dimensions: number;
  readonly documents: ReadonlyMap<string, LoadedDocument>;
  /** The documents by the numbers of their words. */
  readonly worded: ReadonlyMap<number, LoadedDocument>;
  /** How much memory the vectors take, the dead ones included. */
  sizeBytes(): number;
  /** Makes room for a document and gives the place to put its vectors. */
  add(document: NewDocument): Float32Array;
  /** Forgets a document. Its place is given back with its segment, at the latest when half of all is dead. */
  drop(documentId: string): void;
  /** Notes which words a document has by now. */
  setWords(documentId: string, words: number | null): void;
}

/** No vectors yet; each will have this many numbers. */
export function noVectors(dimensions: number): UserVectors {
  const documents = new Map<string, LoadedDocument>();
  const worded = new Map<number, LoadedDocument>();
  let segments: Segment[] = [];

  return {
    dimensions,
    documents,
    worded,
    sizeBytes: () => sum(segments, ({ numbers }) => numbers.byteLength),
    add,
    drop(documentId) {
      const document = documents.get(documentId);
      if (document === undefined) return;
      documents.delete(documentId);
      if (document.words !== null) worded.delete(document.words);
      document.segment.live -= document.count;
      segments = segments.filter(({ live }) => live > 0);
      const used = sum(segments, (segment) => segment.used);
      if (sum(segments, ({ live }) => live) * 2 < used) compact();
    },
    setWords(documentId, words) {
      const document = documents.get(documentId);
      if (document === undefined || document.words === words) return;
      if (document.words !== null) worded.delete(document.words);
      document.words = words;
      if (words !== null) worded.set(words, document);
    },
  };

  function add(document: NewDocument): Float32Array {
    const segment = roomFor(document.count);
    const first = segment.used;
    segment.used += document.count;
    segment.live += document.count;
    const loaded = { ...document, segment, first };
    documents.set(document.documentId, loaded);
    if (document.words !== null) worded.set(document.words, loaded);
    return segment.numbers.subarray(first * dimensions, (first + document.count) * dimensions);
  }

  function roomFor(count: number): Segment {
    const open = segments.findLast(({ capacity, used }) => capacity - used >= count);
    if (open !== undefined) return open;
    const segment = newSegment(count >= LARGE_DOCUMENT ? count : Math.max(count, usualCapacity()));
    segments.push(segment);
    return segment;
  }

  /** As much again as there is, so that few vectors take little and many have few segments. */
  function usualCapacity(): number {
    const used = sum(segments, (segment) => segment.used);
    return Math.min(LARGEST_SEGMENT, Math.max(SMALLEST_SEGMENT, used));
  }

  function newSegment(capacity: number): Segment {
    return { numbers: new Float32Array(capacity * dimensions), capacity, used: 0, live: 0 };
  }

  /** Copies what is alive into new segments. */
  function compact(): void {
    const alive = [...documents.values()];
    documents.clear();
    worded.clear();
    segments = [];
    for (const { segment, first, ...document } of alive) {
      const { count } = document;
      add(document).set(segment.numbers.subarray(first * dimensions, (first + count) * dimensions));
    }
  }
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
