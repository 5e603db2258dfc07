import { isFixed } from "./baseline.ts";
import type { RankingResult, SetResult } from "./measure-set.ts";

/** All that was measured, as Markdown. */
export function writeReport(results: readonly SetResult[]): string {
  const withAnswers = results.filter(({ answers }) => answers.length > 0);
  return [
    "### Finding",
    table(
      ["set", "judged by", "way", "nDCG@10", "recall@5", "MRR@10", "hit@5", "p50 ms", "p95 ms"],
      results.flatMap((result) => result.rankings.map((ranking) => rankingRow(result, ranking))),
    ),
    "### Floors",
    table(
      ["set", "floor", "relevant kept", "everyday off-topic found", "small talk found"],
      results.flatMap(({ name, floors }) =>
        floors.map(({ floor, kept, everyday, smallTalk }) => {
          const shown = floor.toFixed(3);
          return [
            name,
            isFixed(floor) ? `**${shown}**` : shown,
            percent(kept),
            percent(everyday),
            percent(smallTalk),
          ];
        }),
      ),
    ),
    "### Off-topic questions in chat",
    table(
      ["set", "everyday questions with sources", "small talk with sources"],
      results.map(({ name, offTopicSources }) => [
        name,
        percent(offTopicSources.everyday),
        percent(offTopicSources.smallTalk),
      ]),
    ),
    ...(withAnswers.length === 0 ? [] : ["### Answers without a model", answersTable(withAnswers)]),
    "### Sizes",
    table(
      ["set", "documents", "judged questions", "indexing"],
      results.map(({ name, documents, questions, indexingMs }) => [
        name,
        `${documents}`,
        `${questions}`,
        `${(indexingMs / 1000).toFixed(0)} s`,
      ]),
    ),
  ].join("\n\n");
}

function rankingRow({ name }: SetResult, ranking: RankingResult): string[] {
  const { unit, way, ndcg, recall, mrr, hit, latency } = ranking;
  const figures = [ndcg, recall, mrr, hit].map((figure) => figure.toFixed(3));
  const times = latency === null ? ["–", "–"] : [latency.p50.toFixed(0), latency.p95.toFixed(0)];
  return [name, unit, way, ...figures, ...times];
}

function answersTable(results: readonly SetResult[]): string {
  const rows = results.map(({ name, answers }) => {
    const count = (verdict: string) => `${answers.filter((answer) => answer.verdict === verdict).length}`;
    const hopeless = answers.filter(({ isAnswerable }) => !isAnswerable);
    const honest = hopeless.filter(({ verdict }) => verdict === "right").length;
    const unanswerable = `${honest} of ${hopeless.length}`;
    return [name, `${answers.length}`, count("right"), count("partly"), count("wrong"), unanswerable];
  });
  return table(["set", "questions", "right", "partly", "wrong", "unanswerable ones right"], rows);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), `|${"---|".repeat(header.length)}`, ...rows.map(line)].join("\n");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
