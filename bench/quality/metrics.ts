/** What was found for a question, best first, and what there was to find. */
export interface Ranking {
  /** How much each place of the ranking is worth; 0 for what is not relevant or was there before. */
  gains: readonly number[];
  /** The grade of everything relevant. */
  relevant: readonly number[];
}

/** How good rankings are, each figure from 0 to 1. */
export interface RankingFigures {
  ndcg: number;
  recall: number;
  mrr: number;
  /** The share of the questions with something relevant among the first five. */
  hit: number;
}

const DEPTH = 10;
const TOP = 5;

/** The means over questions of nDCG@10, recall@5, MRR@10 and hit@5. */
export function measureRankings(rankings: readonly Ranking[]): RankingFigures {
  const mean = (figure: (ranking: Ranking) => number) =>
    rankings.reduce((sum, ranking) => sum + figure(ranking), 0) / rankings.length;
  return { ndcg: mean(ndcgOf), recall: mean(recallOf), mrr: mean(reciprocalRankOf), hit: mean(hitOf) };
}

function ndcgOf({ gains, relevant }: Ranking): number {
  const ideal = discounted(relevant.toSorted((a, b) => b - a));
  // A chunk that covers two places at once is better than the ideal, which has one place a rank.
  return Math.min(1, discounted(gains) / ideal);
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, DEPTH).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
}

function recallOf({ gains, relevant }: Ranking): number {
  const total = relevant.reduce((sum, grade) => sum + grade, 0);
  return gains.slice(0, TOP).reduce((sum, gain) => sum + gain, 0) / total;
}

function reciprocalRankOf({ gains }: Ranking): number {
  const rank = gains.slice(0, DEPTH).findIndex((gain) => gain > 0);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

function hitOf({ gains }: Ranking): number {
  return gains.slice(0, TOP).some((gain) => gain > 0) ? 1 : 0;
}
