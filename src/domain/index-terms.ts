import { termsOf } from "./terms.ts";

/** Changes whenever the same text would be cut into other terms: what was indexed before is then indexed again. */
export const TERMS_VERSION = "1";

/** The terms of a chunk as the words index holds them, in order and as often as they stand there. */
export function indexTerms(chunk: { text: string; section: string | null }): string[] {
  return termsOf(chunk.section === null ? chunk.text : `${chunk.section}\n${chunk.text}`);
}

/** The terms that the words index is asked for, each once. */
export function queryTerms(question: string): string[] {
  return [...new Set(termsOf(question))];
}
