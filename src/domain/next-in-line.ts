import type { JobRecord } from "./index-job.ts";

/** What decides whose turn it is. */
interface Queue {
  /** Everybody's unfinished jobs, or at least the oldest of each user. */
  jobs: readonly JobRecord[];
  /** Whether the job may be begun: it waits, or nobody has heard of its holder for long. */
  isFree(job: JobRecord): boolean;
  /** When this user's turn last came, in any count that grows; 0 where it never did. */
  lastTurn(userId: string): number;
}

/**
 * The job that is begun next, null where there is none. Jobs that somebody waits for go before those that nobody does.
 * Among these the user goes first who has the fewest under way, then whose turn is longest ago; of one user's the oldest.
 */
export function nextInLine({ jobs, isFree, lastTurn }: Queue): JobRecord | null {
  const underWay = new Map<string, number>();
  for (const job of jobs) {
    if (!isFree(job)) underWay.set(job.userId, (underWay.get(job.userId) ?? 0) + 1);
  }
  const rank = (job: JobRecord) => [
    job.isUrgent ? 0 : 1,
    underWay.get(job.userId) ?? 0,
    lastTurn(job.userId),
    Date.parse(job.createdAt),
  ];
  let best: JobRecord | null = null;
  for (const job of jobs) {
    if (isFree(job) && (best === null || isBefore(rank(job), rank(best)))) best = job;
  }
  return best;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}
