/** A value with the name that it has in its document: a cell below its column, an element, a key. */
export interface Field {
  name: string;
  value: string;
}

/** Words that stand near a unit and say what it is about, and how much they count beside its own, from 0 to 1. */
export interface Surrounding {
  text: string;
  weight: number;
}

/** The smallest thing that can be quoted as an answer: a sentence, a list with its introduction, a row or a record. */
export interface AnswerUnit {
  /** An opening is the title, the names and the date that a document begins with. */
  kind: "sentence" | "list" | "lines" | "opening" | "record";
  /** What it says; of a record its names and values. */
  text: string;
  /** The named values of a record, empty for all others. */
  fields: Field[];
  /** The path to a record in a structured file, `spec.containers`; empty elsewhere. */
  path: string;
  /** Headings, introductions, questions and sentences above it. */
  around: Surrounding[];
  /** What has to be read before it, as the sentence to which its "it" refers; null where there is nothing. */
  before: string | null;
  /** Where it ends in the text that it was taken from. */
  end: number;
  /** How much it says, from 0 to 1: half a sentence or a line of code says little, however well it fits. */
  worth: number;
}

/** A unit with what is usual unless told otherwise. */
export function unitOf(unit: Pick<AnswerUnit, "kind" | "text" | "end"> & Partial<AnswerUnit>): AnswerUnit {
  return { fields: [], path: "", around: [], before: null, worth: 1, ...unit };
}

/** On one line, without marks of markup; a footnote's number must not look like a citation. */
export function cleanQuotation(text: string): string {
  return text
    .replace(/!?\[([^\]\n]{1,200})\]\((?:[^()\s]|\([^()\s]*\)){1,500}(?:\s+"[^"\n]*")?\)/g, "$1")
    .replace(/\^?\(?\[(\d{1,4})\]\)?/g, "($1)")
    .replace(/(\*\*|__)(?=\S)([^*_\n]{1,400}?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]{1,400}?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, "$2")
    .replace(/`([^`\n]{1,200})`/g, "$1")
    .replace(/\*\*/g, "")
    .replace(/^(?:#{1,6} |[-*+•‣◦▪●] |> )+/, "")
    .replace(/\s+/g, " ")
    .trim();
}
