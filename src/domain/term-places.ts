import { queryTerms, wordTerms } from "./index-terms.ts";
import type { Candidate } from "./passage.ts";

/** The terms of a question, and where they stand in what was found for it. */
export interface FoundTerms {
  /** Each once. */
  wanted: readonly string[];
  /** In the order of the candidates. */
  texts: readonly TermPlaces[];
}

/** What a candidate holds of what was asked for. */
export interface TermPlaces {
  /** How many terms the text has in all. */
  length: number;
  /** Where each term stands, in order. */
  places: ReadonlyMap<string, readonly number[]>;
  /** The terms that its document's name or its section holds. */
  above: ReadonlySet<string>;
}

/** How well a library knows the words of a question, as shares from 0 to 1. */
export interface WordEvidence {
  /** Which share of them is found at all. */
  known: number;
  /** Which share of them the best passage holds. */
  together: number;
}

/** Looks for the question's terms in the candidates. Pauses after every one, because some scripts take a while. */
export function* findTerms(question: string, candidates: readonly Candidate[]): Generator<void, FoundTerms> {
  const wanted = queryTerms(question);
  const texts: TermPlaces[] = [];
  for (const { chunkText, documentName, section } of candidates) {
    yield;
    const places = new Map<string, number[]>(wanted.map((term) => [term, []]));
    const terms = wordTerms(chunkText);
    for (const [i, term] of terms.entries()) places.get(term)?.push(i);
    for (const [term, at] of places) if (at.length === 0) places.delete(term);
    const above = new Set(wordTerms(section === null ? documentName : `${documentName}\n${section}`));
    texts.push({ length: terms.length, places, above });
  }
  return { wanted, texts };
}

/** A question without words of its own is known to no library. */
export function evidenceOf({ wanted, texts }: FoundTerms): WordEvidence {
  if (wanted.length === 0) return { known: 0, together: 0 };
  const holds = (text: TermPlaces, term: string) => text.places.has(term) || text.above.has(term);
  const known = wanted.filter((term) => texts.some((text) => holds(text, term))).length;
  const together = texts.reduce(
    (most, text) => Math.max(most, wanted.filter((term) => holds(text, term)).length),
    0,
  );
  return { known: known / wanted.length, together: together / wanted.length };
}
