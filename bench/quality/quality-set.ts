/** A collection with questions, and what is known of their answers. */
export interface QualitySet {
  name: string;
  /** What it holds, in a few words. */
  about: string;
  files: readonly SetFile[];
  queries: readonly Query[];
  judgements: readonly Judgement[];
  answers: readonly ExpectedAnswer[];
}

/** A file as somebody would upload it. */
export interface SetFile {
  /** How judgements call it. */
  id: string;
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
}

export interface Query {
  id: string;
  text: string;
}

/** That a document answers a question, and where in it. */
export interface Judgement {
  queryId: string;
  fileId: string;
  /** How well, above 0. */
  grade: number;
  /** Null where all of the document counts. */
  place: Place | null;
}

/** Where an answer stands. Everything that is given has to fit. */
export interface Place {
  /** Words of the document as they stand there. */
  quote?: string;
  page?: number;
  /** A part of the path of headers above it. */
  section?: string;
  /** What the cells of a row say; all of it stands in one line. */
  row?: readonly string[];
  /** A cell: its column's name is in sight, and its value is in one line with what names the row. */
  cell?: { row: string; column: string; value: string };
}

/** What an answer has to say. */
export interface ExpectedAnswer {
  queryId: string;
  /** Patterns that all have to fit; none where nothing in the collection answers. */
  expect: readonly string[];
  /** Patterns of which none may fit. */
  never: readonly string[];
}
