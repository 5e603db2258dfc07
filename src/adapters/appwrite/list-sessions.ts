import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Session } from "../../domain/session.ts";
import type { AppwriteQuery } from "./appwrite-api.ts";
import { sessionsSchema } from "./session-row.ts";

/** Lists rows by queries. */
export type ListRows = <Rows>(queries: readonly AppwriteQuery[], rows: z.ZodType<Rows>) => Promise<Rows>;

/** How many rows are looked through at once, and how often. */
const SCANNED_AT_ONCE = 1_000;
const SCANS = 20;
/** How many rows are asked for by their ids at once. */
const READ_AT_ONCE = 100;

const NEWEST_FIRST: readonly AppwriteQuery[] = [
  { method: "orderDesc", attribute: "updatedAt" },
  { method: "orderDesc", attribute: "$sequence" },
];

/**
 * The latest sessions of a user. The database takes ids for the same that differ in case or accents alone, so others'
 * rows may lie between the user's own. Where they crowd the first page, the list behind it is looked through without
 * its messages, and what is the user's is read by its ids: 22 calls at most for a list of 100.
 */
export async function listSessions(list: ListRows, userId: string, limit: number): Promise<Session[]> {
  const queries = [{ method: "equal", attribute: "userId", values: [userId] }, ...NEWEST_FIRST];
  const latest = await list([...queries, atMost(limit)], sessionsSchema);
  const own = latest.filter((session) => session.userId === userId);
  if (latest.length < limit || own.length === limit) return own;
  const known = new Set(own.map(({ $id }) => $id));
  const scan = (from: number) =>
    list([...queries, OWNERS_ONLY, startingAt(limit + from), atMost(SCANNED_AT_ONCE)], ownersSchema);
  const ids = await furtherIds(scan, { userId, known, count: limit - own.length });
  return [...own, ...(await sessionsOf(list, userId, ids))];
}

interface Wanted {
  userId: string;
  /** What was listed already. While others write, it may move on in the list and come again. */
  known: ReadonlySet<string>;
  count: number;
}

async function furtherIds(
  scan: (from: number) => Promise<readonly Owner[]>,
  { userId, known, count }: Wanted,
): Promise<string[]> {
  const ids = new Set<string>();
  for (let scans = 0; scans < SCANS; scans++) {
    const owners = await scan(scans * SCANNED_AT_ONCE);
    for (const owner of owners) if (owner.userId === userId && !known.has(owner.$id)) ids.add(owner.$id);
    if (ids.size >= count || owners.length < SCANNED_AT_ONCE) return [...ids].slice(0, count);
  }
  throw new AppError("database-failed", "The sessions could not be found among those of others", {
    details: `Users whose ids differ in capitals alone have more than ${SCANS * SCANNED_AT_ONCE} later ones`,
  });
}

async function sessionsOf(list: ListRows, userId: string, ids: readonly string[]): Promise<Session[]> {
  const sessions: Session[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const values = ids.slice(from, from + READ_AT_ONCE);
    const byId = { method: "equal", attribute: "$id", values };
    const found = await list([byId, ...NEWEST_FIRST, atMost(values.length)], sessionsSchema);
    sessions.push(...found.filter((session) => session.userId === userId && values.includes(session.$id)));
  }
  return sessions;
}

const OWNERS_ONLY: AppwriteQuery = { method: "select", values: ["$id", "userId"] };

function atMost(count: number): AppwriteQuery {
  return { method: "limit", values: [count] };
}

function startingAt(count: number): AppwriteQuery {
  return { method: "offset", values: [count] };
}

interface Owner {
  $id: string;
  userId: string;
}

const ownersSchema: z.ZodType<Owner[]> = z
  .object({ rows: z.array(z.object({ $id: z.string(), userId: z.string() })) })
  .transform(({ rows }) => rows);
