import type { SessionSummary } from "../../../src/domain/session.ts";

export type SessionGroup = "today" | "yesterday" | "week" | "month" | "older";

const DAY_MS = 86_400_000;

/** Sessions by the day on which they were last used, in the order in which they came; empty groups are left out. */
export function groupSessions(
  sessions: readonly SessionSummary[],
  now: Date,
): { group: SessionGroup; sessions: SessionSummary[] }[] {
  const groups = Map.groupBy(sessions, (session) => groupOf(new Date(session.updatedAt), now));
  const order: SessionGroup[] = ["today", "yesterday", "week", "month", "older"];
  return order.flatMap((group) => {
    const members = groups.get(group);
    return members === undefined ? [] : [{ group, sessions: members }];
  });
}

/** The sessions that contain all words of a query, in their title or in what was said, as far as that is known. */
export function matchSessions(
  sessions: readonly SessionSummary[],
  query: string,
  textOf: (session: SessionSummary) => string,
): SessionSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter((session) => {
    const text = `${session.title.toLowerCase()}\n${textOf(session)}`;
    return words.every((word) => text.includes(word));
  });
}

function groupOf(date: Date, now: Date): SessionGroup {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const time = date.getTime();
  if (time >= midnight) return "today";
  if (time >= midnight - DAY_MS) return "yesterday";
  if (time >= midnight - 7 * DAY_MS) return "week";
  return time >= midnight - 30 * DAY_MS ? "month" : "older";
}
