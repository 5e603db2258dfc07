import type { Hit } from "../passage.ts";
import { termsOf } from "../terms.ts";
import {
  centrality,
  type DigestSentence,
  sentencesWorthSaying,
  toLine,
  weighTerms,
} from "./digest-sentences.ts";
import { valuesIn } from "./value-kinds.ts";
import type { WholeRequest } from "./whole-request.ts";

/** An answer over a whole, made of what it says itself, with the passages that it cites in the order of their numbers. */
interface Digest {
  text: string;
  passages: Hit[];
}

/** How many sections a digest has, and sentences for each. */
const MOST_SECTIONS = 12;
const SENTENCES_PER_SECTION = 2;
/** How many values or lines are listed. */
const MOST_LISTED = 60;
const LONGEST_CONTEXT = 200;

/** The best sentences of each section, or every value or line of a kind. Null where there is nothing of the sort. Pauses often. */
export function* makeDigest(request: WholeRequest, chunks: readonly Hit[]): Generator<void, Digest | null> {
  const lines = request.kind === "summary" ? yield* summarise(chunks) : yield* list(request, chunks);
  if (lines.length === 0) return null;
  const passages: Hit[] = [];
  const numbered = lines.map(({ text, passage }) => {
    if (passage === null) return text;
    if (!passages.includes(passage)) passages.push(passage);
    return `${text} [${passages.indexOf(passage) + 1}]`;
  });
  return { text: numbered.join("\n"), passages };
}

interface Line {
  text: string;
  /** Null for a heading or a remark. */
  passage: Hit | null;
}

function* summarise(chunks: readonly Hit[]): Generator<void, Line[]> {
  const sections: { name: string; sentences: DigestSentence[] }[] = [];
  for (const [name, members] of sectionsOf(chunks)) {
    const sentences: DigestSentence[] = [];
    for (const chunk of members) {
      yield;
      sentences.push(...sentencesWorthSaying(chunk));
    }
    sections.push({ name, sentences });
  }
  const weights = weighTerms(sections.flatMap(({ sentences }) => sentences));
  const said: DigestSentence[] = [];
  const lines: Line[] = [];
  for (const { name, sentences } of sections) {
    yield;
    const best = chooseBest(sentences, weights, said);
    said.push(...best);
    if (best.length === 0) continue;
    if (name !== "" && sections.length > 1)
      lines.push({ text: `${lines.length > 0 ? "\n" : ""}**${name}**\n`, passage: null });
    lines.push(...best.map(({ text, passage }): Line => ({ text: `- ${text}`, passage })));
  }
  return lines;
}

/** The most central sentences of a section in their own order, none that says what was said already. */
function chooseBest(
  sentences: readonly DigestSentence[],
  weights: ReadonlyMap<string, number>,
  said: readonly DigestSentence[],
): DigestSentence[] {
  const ranked = sentences
    .map((sentence) => ({ sentence, score: centrality(sentence, weights) }))
    .sort((a, b) => b.score - a.score);
  const chosen: DigestSentence[] = [];
  for (const { sentence } of ranked) {
    if (chosen.length === SENTENCES_PER_SECTION) break;
    if (![...said, ...chosen].some((other) => isSame(other, sentence))) chosen.push(sentence);
  }
  return sentences.filter((sentence) => chosen.includes(sentence));
}

/** Two sentences say the same when they share this much of the shorter one's words. */
const SAME = 0.7;

function isSame(one: DigestSentence, other: DigestSentence): boolean {
  const shorter = Math.min(one.terms.size, other.terms.size);
  return (
    one.text === other.text || (shorter > 0 && one.terms.intersection(other.terms).size >= SAME * shorter)
  );
}

/** The chunks by document where there are several, else by section, page or place. */
function sectionsOf(chunks: readonly Hit[]): [name: string, chunks: Hit[]][] {
  const isLibrary = new Set(chunks.map(({ documentId }) => documentId)).size > 1;
  const bySection = Map.groupBy(chunks, (chunk) =>
    isLibrary ? chunk.documentName : (chunk.section?.split(" > ").slice(0, 2).join(" > ") ?? ""),
  );
  if (bySection.size > 1 && bySection.size <= MOST_SECTIONS) return [...bySection];
  if (isLibrary) return [...bySection].slice(0, 2 * MOST_SECTIONS);
  const size = Math.max(1, Math.ceil(chunks.length / MOST_SECTIONS));
  return Array.from({ length: Math.ceil(chunks.length / size) }, (_, i) => {
    const members = chunks.slice(i * size, (i + 1) * size);
    return [nameOf(members), members];
  });
}

function nameOf([first]: readonly Hit[]): string {
  if (first === undefined) return "";
  return first.section ?? (first.pageNumber === null ? "" : `${first.documentName}, ${first.pageNumber}`);
}

function* list(request: WholeRequest, chunks: readonly Hit[]): Generator<void, Line[]> {
  const found = new Map<string, Line>();
  for (const chunk of chunks) {
    yield;
    for (const [key, text] of request.values === null
      ? linesAbout(request, chunk)
      : valuesOf(request.values, chunk)) {
      if (!found.has(key)) found.set(key, { text: `- ${text}`, passage: chunk });
    }
  }
  const lines = [...found.values()];
  const more = lines.length - MOST_LISTED;
  return more > 0 ? [...lines.slice(0, MOST_LISTED), { text: `\n… + ${more}`, passage: null }] : lines;
}

/** Each value with the line that it stands in. What a chunk begins with may be cut; the chunk before has it whole. */
function valuesOf(
  kind: NonNullable<WholeRequest["values"]>,
  { chunkText, chunkIndex }: Hit,
): [key: string, text: string][] {
  return valuesIn(chunkText, kind)
    .filter(({ start }) => start > 0 || chunkIndex === 0)
    .map(({ value, start }) => {
      const context = contextOf(chunkText, start, value.length);
      return [
        value.toLowerCase().replace(/\s+/g, " "),
        context === value ? value : `**${value}**: ${context}`,
      ];
    });
}

/** The lines and sentences that speak of what is listed. */
function linesAbout({ about }: WholeRequest, chunk: Hit): [key: string, text: string][] {
  if (about.length === 0) return [];
  return chunk.chunkText.split(/\n+/).flatMap((line): [string, string][] => {
    const text = toLine(line).slice(0, LONGEST_CONTEXT);
    const terms = new Set(termsOf(line));
    const isHeading = /^\s*#/.test(line) || !/[.!?。|:;,\d]/u.test(text);
    return !isHeading && about.every((term) => terms.has(term)) ? [[text.toLowerCase(), text]] : [];
  });
}

/** The line around a value, cut at words. */
function contextOf(text: string, start: number, length: number): string {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const end = text.indexOf("\n", start + length);
  const line = text.slice(from, end < 0 ? text.length : end);
  if (line.length <= LONGEST_CONTEXT) return toLine(line);
  const left = Math.max(0, start - from - LONGEST_CONTEXT / 2);
  const cut = line.slice(left, left + LONGEST_CONTEXT);
  return `${left > 0 ? "… " : ""}${toLine(cut.replace(left > 0 ? /^\S*\s/ : /^/, "").replace(/\s\S*$/, ""))} …`;
}
