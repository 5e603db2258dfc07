import { percentile } from "../running-service.ts";
import { type FloorPoint, floorCurve } from "./floor-curve.ts";
import { measureRankings, type Ranking, type RankingFigures } from "./metrics.ts";
import { OFF_TOPIC } from "./off-topic-questions.ts";
import type { Judgement, QualitySet, Query } from "./quality-set.ts";
import { type Found, isRelevant, rankResults, type Unit } from "./rank-results.ts";
import { scoreAnswer, type Verdict } from "./score-answer.ts";
import type { ServedSet } from "./served-set.ts";

/** A way in which questions find passages. */
export type Way = "search" | "hybrid" | "chat" | "BM25 alone" | "MiniLM alone";

/** Those that are requests to the service. */
const ASKED = ["search", "hybrid", "chat"] as const satisfies readonly Way[];
type AskedWay = (typeof ASKED)[number];

/** What was measured of one set. */
export interface SetResult {
  name: string;
  about: string;
  documents: number;
  indexingMs: number;
  /** How many questions have judgements. */
  questions: number;
  rankings: RankingResult[];
  floors: FloorPoint[];
  /** The shares of off-topic questions for which a chat shows sources. */
  offTopicSources: { everyday: number; smallTalk: number };
  answers: AnswerResult[];
  /** Where each way shows the first answer to each question. */
  ranks: QuestionRanks[];
}

/** Ranks from 1; null where the answer is not among what was found. */
export interface QuestionRanks extends Record<AskedWay, number | null> {
  question: string;
}

export interface RankingResult extends RankingFigures {
  unit: Unit;
  way: Way;
  /** Null where no request was made. */
  latency: { p50: number; p95: number } | null;
}

export interface AnswerResult {
  question: string;
  answer: string;
  /** Whether something in the set answers it. */
  isAnswerable: boolean;
  verdict: Verdict;
}

/** A question of which something is known. */
export interface JudgedQuery extends Query {
  judgements: readonly Judgement[];
}

/** Asks a served set everything that is known of it, one question after the other. */
export async function measureSet(set: QualitySet, served: ServedSet): Promise<SetResult> {
  const queries = judgedQueries(set);
  const asked = { search: timings(), hybrid: timings(), chat: timings() };
  const relevant: number[] = [];
  // The first of each kind loads what all others share.
  await served.search("warm-up");
  await served.chat("warm-up");
  for (const query of queries) {
    const found = asked.search.note(await served.search(query.text));
    asked.hybrid.note(await served.search(query.text, { mode: "hybrid" }));
    asked.chat.note(await chatSources(served, query.text));
    relevant.push(...(await relevantScores(served, query, found)));
  }
  const offTopic = await askOffTopic(served);
  return {
    name: set.name,
    about: set.about,
    documents: served.documents,
    indexingMs: served.indexingMs,
    questions: queries.length,
    rankings: unitsOf(set).flatMap((unit) =>
      ASKED.map((way) => ({
        ...measureWay(queries, asked[way].values, { unit, way }),
        latency: asked[way].latency(),
      })),
    ),
    floors: floorCurve({
      relevant,
      everyday: offTopic.everyday.map(({ best }) => best),
      smallTalk: offTopic["small talk"].map(({ best }) => best),
    }),
    offTopicSources: {
      everyday: shareWithSources(offTopic.everyday),
      smallTalk: shareWithSources(offTopic["small talk"]),
    },
    answers: await askAnswers(set, served),
    ranks: queries.map(({ text, judgements }, i) => {
      const rankOf = (way: AskedWay) => firstRank(asked[way].values[i] ?? [], judgements);
      return { question: text, search: rankOf("search"), hybrid: rankOf("hybrid"), chat: rankOf("chat") };
    }),
  };
}

/** The questions that have judgements. */
export function judgedQueries({ queries, judgements }: QualitySet): JudgedQuery[] {
  const byQuery = Map.groupBy(judgements, ({ queryId }) => queryId);
  return queries.flatMap((query) => {
    const own = byQuery.get(query.id);
    return own === undefined ? [] : [{ ...query, judgements: own }];
  });
}

/** What of a set can be judged: places only where it names them. */
export function unitsOf({ judgements }: QualitySet): Unit[] {
  return judgements.some(({ place }) => place !== null) ? ["places", "documents"] : ["documents"];
}

/** How good the results of one way are, in the order of the queries. */
export function measureWay(
  queries: readonly JudgedQuery[],
  results: readonly (readonly Found[])[],
  { unit, way }: { unit: Unit; way: Way },
): RankingResult {
  const rankings: Ranking[] = queries.map(({ judgements }, i) =>
    rankResults(results[i] ?? [], judgements, unit),
  );
  return { unit, way, ...measureRankings(rankings), latency: null };
}

function firstRank(found: readonly Found[], judgements: readonly Judgement[]): number | null {
  const index = found.findIndex((result) => judgements.some((judgement) => isRelevant(result, judgement)));
  return index < 0 ? null : index + 1;
}

function timings() {
  const values: Found[][] = [];
  const times: number[] = [];
  return {
    values,
    note({ value, ms }: { value: Found[]; ms: number }) {
      values.push(value);
      times.push(ms);
      return value;
    },
    latency: () => ({ p50: percentile(times, 0.5), p95: percentile(times, 0.95) }),
  };
}

async function chatSources(served: ServedSet, question: string): Promise<{ value: Found[]; ms: number }> {
  const { value, ms } = await served.chat(question);
  return { value: value.sources, ms };
}

/** The score of each relevant passage; one that did not come among the first is asked for by its document. */
async function relevantScores(
  served: ServedSet,
  query: JudgedQuery,
  found: readonly Found[],
): Promise<number[]> {
  const scores: number[] = [];
  for (const judgement of query.judgements) {
    const isWanted = (result: Found) => isRelevant(result, judgement);
    const inDocument = found.some(isWanted)
      ? found
      : (await served.search(query.text, { fileId: judgement.fileId })).value;
    scores.push(Math.max(0, ...inDocument.filter(isWanted).map(({ score }) => score)));
  }
  return scores;
}

interface OffTopicOutcome {
  /** The best score that a search found. */
  best: number;
  hasSources: boolean;
}

async function askOffTopic(served: ServedSet) {
  const outcomes = async (questions: readonly string[]) => {
    const all: OffTopicOutcome[] = [];
    for (const question of questions) {
      const { value: found } = await served.search(question);
      const { value: answer } = await served.chat(question);
      all.push({
        best: Math.max(0, ...found.map(({ score }) => score)),
        hasSources: answer.sources.length > 0,
      });
    }
    return all;
  };
  return {
    everyday: await outcomes(OFF_TOPIC.everyday),
    "small talk": await outcomes(OFF_TOPIC["small talk"]),
  };
}

function shareWithSources(outcomes: readonly OffTopicOutcome[]): number {
  return outcomes.filter(({ hasSources }) => hasSources).length / outcomes.length;
}

async function askAnswers({ queries, answers }: QualitySet, served: ServedSet): Promise<AnswerResult[]> {
  const results: AnswerResult[] = [];
  for (const expected of answers) {
    const question = queries.find(({ id }) => id === expected.queryId)?.text ?? "";
    const { value } = await served.chat(question);
    results.push({
      question,
      answer: value.text,
      isAnswerable: expected.expect.length > 0,
      verdict: scoreAnswer(value.text, expected),
    });
  }
  return results;
}
