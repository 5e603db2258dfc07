import { queryTerms } from "../domain/index-terms.ts";
import type { Candidate } from "../domain/passage.ts";
import { quotedPhrases } from "../domain/quoted-phrases.ts";
import { rerank } from "../domain/rerank.ts";
import { evidenceOf, type FoundTerms, findTerms } from "../domain/term-places.ts";
import { inTurns } from "../flow/in-turns.ts";
import type { Library } from "./library.ts";

/** How many are found by meaning, and how many by words, to be weighed against each other. */
const CANDIDATES = 50;
/** Where something is quoted: many may hold its words, and few all of it. */
const CANDIDATES_FOR_QUOTATION = 200;

interface Wanted {
  question: string;
  userId: string;
  documentTypes: readonly string[];
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
  /** Nothing below this similarity is found. */
  scoreFloor: number;
  /** At least so many are looked for in each way. */
  limit: number;
}

/** What was found for a question: each with its places, and in the order in which it answers best. */
interface FoundCandidates {
  /** In the order of the store: by meaning, then the others by words. */
  candidates: Candidate[];
  /** The same, best first. */
  ranked(): Promise<Candidate[]>;
}

/** The user's passages that could answer a question, found by meaning and by words. */
export async function findCandidates(
  { embedder, vectors }: Pick<Library, "embedder" | "vectors">,
  { question, scoreFloor, limit, ...scope }: Wanted,
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const calibration = embedder.calibrate?.(question);
  // What is asked of a few documents is asked of a small library.
  const counted = calibration !== undefined && scope.documentIds.length === 0;
  const [vector, chunks] = await Promise.all([
    embedder.embedQuery(question, signal),
    counted ? vectors.countChunks(scope.userId, signal) : 0,
  ]);
  const most = quotedPhrases(question).length > 0 ? CANDIDATES_FOR_QUOTATION : CANDIDATES;
  const found = await vectors.searchBoth(
    {
      ...scope,
      ...{ vector, embedder: embedder.identity, terms: queryTerms(question) },
      meaning: calibration?.meaningOf(vector) ?? null,
      limit: Math.max(limit, most),
      scoreFloor: calibration?.leastFor(scoreFloor) ?? scoreFloor,
      excludedDocumentId: null,
    },
    signal,
  );
  const terms = await inTurns(findTerms(question, found), signal);
  const rankedLater = (candidates: Candidate[], terms: FoundTerms): FoundCandidates => ({
    candidates,
    ranked: () => inTurns(rerank(question, terms, candidates), signal),
  });
  if (calibration === undefined) return rankedLater(found, terms);
  const evidence = { ...evidenceOf(terms), chunks };
  const calibrated = found.map((candidate) => {
    const score = calibration.cosineFor(candidate.score, evidence);
    return { ...candidate, score, byMeaning: candidate.byMeaning && { ...candidate.byMeaning, score } };
  });
  return rankedLater(...above(calibrated, terms, scoreFloor));
}

function above(
  candidates: readonly Candidate[],
  { wanted, texts }: FoundTerms,
  scoreFloor: number,
): [Candidate[], FoundTerms] {
  const isAbove = (_: unknown, i: number) => (candidates[i]?.score ?? -1) >= scoreFloor;
  return [candidates.filter(isAbove), { wanted, texts: texts.filter(isAbove) }];
}
