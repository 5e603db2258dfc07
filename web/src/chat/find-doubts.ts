import type { Source } from "../../../src/domain/chat-event.ts";
import type { Section } from "../markdown/markdown-tree.ts";
import type { TextRange } from "../markdown/text-range.ts";
import { type CitedSentence, citedSentences } from "./sentences.ts";
import { claimTerms, isNumber, languageOfText } from "./terms.ts";

/** The least share of a sentence's claims that the passages it cites must contain. Cases: find-doubts.test.ts. */
const LEAST_CITED_SHARE = 0.4;
/** The same for a sentence that cites nothing: then one passage alone must contain more. */
const LEAST_UNCITED_SHARE = 0.6;
/** Sentences that claim less than this say too little to be judged. */
const LEAST_CLAIMS = 3;

type Passage = Pick<Source, "index" | "chunkText">;

/**
 * The sentences of a section that nothing in the user's documents supports, as ranges of its plain text. What makes no
 * claim of its own is never doubted: questions, lead-ins, remarks on the documents themselves.
 */
export function findDoubts(
  section: Pick<Section, "plain" | "prose">,
  sources: readonly Passage[],
): TextRange[] {
  if (sources.length === 0) return [];
  return section.prose.flatMap((span) =>
    citedSentences(section.plain, span)
      .filter((sentence) => isDoubtful(sentence, sources))
      .map(({ start, end }): TextRange => ({ start, end, kind: "doubt" })),
  );
}

function isDoubtful(sentence: CitedSentence, sources: readonly Passage[]): boolean {
  if (makesNoClaim(sentence.text)) return false;
  const claims = claimTerms(sentence.text);
  const hasNumber = [...claims].some(isNumber);
  if (claims.size < LEAST_CLAIMS && !(hasNumber && sentence.cited.length > 0)) return false;
  const cited = sources.filter((source) => sentence.cited.includes(source.index));
  if (sentence.cited.length > 0 && cited.length === 0) return true;
  const passages =
    cited.length > 0 ? [cited.map((source) => source.chunkText).join("\n")] : sources.map(textOf);
  if (passages.every((passage) => isInOtherLanguage(sentence.text, passage))) return false;
  const leastShare = cited.length > 0 ? LEAST_CITED_SHARE : LEAST_UNCITED_SHARE;
  return !passages.some((passage) => supports(passage, claims, leastShare));
}

function textOf({ chunkText }: Passage): string {
  return chunkText;
}

/** A passage supports claims when it holds enough of their words, and every one of their numbers. */
function supports(passage: string, claims: ReadonlySet<string>, leastShare: number): boolean {
  const known = claimTerms(passage);
  const found = [...claims].filter((claim) => known.has(claim));
  const hasEveryNumber = [...claims].every((claim) => !isNumber(claim) || known.has(claim));
  return hasEveryNumber && found.length >= leastShare * claims.size;
}

/** Words can only be compared within a language. */
function isInOtherLanguage(sentence: string, passage: string): boolean {
  const [one, other] = [languageOfText(sentence), languageOfText(passage)];
  return one !== null && other !== null && one !== other;
}

const DOCUMENT_WORD =
  /\b(?:documents?|passages?|sources?|files?|library|excerpts?|dokument\p{L}*|quellen?|dateien?|passagen|bibliothek)\b/iu;
const DENIAL = /\b(?:not?|none|nothing|cannot|can['’]t|\p{L}+n['’]t|nicht|nichts|kein\p{L}*)\b/iu;
const SAYING =
  /\b(?:contain|mention|say|state|specif|answer|includ|cover|provid|find|found|enth[aä]lt|erwähn|sag|nenn|steh|find|gefunden)/iu;
const OWN_REMARK =
  /^(?:hello|hi\b|hey|sure|certainly|of course|gladly|thank|you(?:'re| are) welcome|i\b|let me|please|here(?:'s| is| are)\b|this answer|these are quotations|no language model|to (?:connect|get)\b|hallo|guten|gern|klar|natürlich|danke|bitte|ich\b|hier (?:ist|sind)\b|diese antwort)/iu;

/** Greetings, questions, lead-ins to a list, and remarks on what the documents do or do not hold. */
function makesNoClaim(sentence: string): boolean {
  const isAboutAbsence = [DOCUMENT_WORD, DENIAL, SAYING].every((pattern) => pattern.test(sentence));
  return isAboutAbsence || OWN_REMARK.test(sentence) || /[?:？：]["'”’»)]?$/.test(sentence);
}
