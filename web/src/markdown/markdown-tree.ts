/** Formatting that a run of text carries. */
export interface Marks {
  strong: boolean;
  emphasis: boolean;
  strike: boolean;
  href: string | null;
}

/** A stretch of a line. `start` is where its text stands in the plain text of its section. */
export type Run = { start: number; marks: Marks } & (
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "maths"; tex: string; isDisplay: boolean }
  | { kind: "citation"; text: string; numbers: number[] }
  | { kind: "break" }
);

export type Alignment = "left" | "center" | "right" | null;

/** A piece of a document, as Markdown knows them. */
export type Block =
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "heading"; level: number; runs: Run[] }
  | { kind: "list"; isOrdered: boolean; first: number; items: ListItem[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "code"; language: string; text: string; start: number }
  | { kind: "table"; alignments: Alignment[]; header: Run[][]; rows: Run[][][] }
  | { kind: "maths"; tex: string }
  | { kind: "rule" };

export interface ListItem {
  blocks: Block[];
  /** Null where the item is no task. */
  isChecked: boolean | null;
}

/** A top-level block with the plain text that a reader sees in it. */
export interface Section {
  /** Where its Markdown stands in the source. */
  start: number;
  end: number;
  block: Block;
  plain: string;
  /** The stretches of `plain` that are prose: paragraphs, list items and quotes, not headings, tables or code. */
  prose: { start: number; end: number }[];
}
