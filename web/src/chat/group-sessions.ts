import type { Session } from "../../../src/domain/session.ts";
import { messagesOf } from "./chat-message.ts";

export type SessionGroup = "today" | "yesterday" | "week" | "month" | "older";

const DAY_MS = 86_400_000;

/** Sessions by the day on which they were last used, in the order in which they came; empty groups are left out. */
export function groupSessions(
  sessions: readonly Session[],
  now: Date,
): { group: SessionGroup; sessions: Session[] }[] {
  const groups = Map.groupBy(sessions, (session) => groupOf(new Date(session.updatedAt), now));
  const order: SessionGroup[] = ["today", "yesterday", "week", "month", "older"];
  return order.flatMap((group) => {
    const members = groups.get(group);
    return members === undefined ? [] : [{ group, sessions: members }];
  });
}

/** The sessions that contain all words of a query, in their title or their messages. */
export function matchSessions(sessions: readonly Session[], query: string): Session[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter((session) => words.every((word) => textOf(session).includes(word)));
}

const texts = new WeakMap<Session, string>();

/** What a session says, in lower case; read once. */
function textOf(session: Session): string {
  const known = texts.get(session);
  if (known !== undefined) return known;
  const text = [session.title, ...messagesOf(session).map(({ content }) => content)].join("\n").toLowerCase();
  texts.set(session, text);
  return text;
}

function groupOf(date: Date, now: Date): SessionGroup {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const time = date.getTime();
  if (time >= midnight) return "today";
  if (time >= midnight - DAY_MS) return "yesterday";
  if (time >= midnight - 7 * DAY_MS) return "week";
  return time >= midnight - 30 * DAY_MS ? "month" : "older";
}
