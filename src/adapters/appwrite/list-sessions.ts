import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { Session, SessionSummary } from "../../domain/session.ts";
import { AnswerTooLong } from "../http-calls/lost-connection.ts";
import type { AppwriteQuery } from "./appwrite-api.ts";
import { SUMMARY_COLUMNS, sessionsSchema, summariesSchema } from "./session-row.ts";

/** Lists rows by queries; refuses with `AnswerTooLong` where they take more than is allowed. */
export type ListRows = <Rows>(
  queries: readonly AppwriteQuery[],
  rows: z.ZodType<Rows>,
  maxAnswerBytes?: number,
) => Promise<Rows>;

/** How many rows are looked through at once, and how often. */
const SCANNED_AT_ONCE = 1_000;
const SCANS = 20;
/** How many rows are asked for by their ids at once. */
const READ_AT_ONCE = 100;
/** … where all of them together were too long. */
const LONG_READ_AT_ONCE = 16;
/** How much of a list is held at once; a session that is longer comes alone. */
const HELD_BYTES = 2 * 1024 * 1024;

const NEWEST_FIRST: readonly AppwriteQuery[] = [
  { method: "orderDesc", attribute: "updatedAt" },
  { method: "orderDesc", attribute: "$sequence" },
];

/**
 * The latest sessions of a user. The database takes ids for the same that differ in case or accents alone, so others'
 * rows may lie between the user's own. Where they crowd the first page, or where it is too long to be held at once,
 * the list is looked through without its messages, and what is the user's is read by its ids, a few at a time: 22
 * calls at most for a list of 100 short ones.
 */
export async function* listSessions(list: ListRows, userId: string, limit: number): AsyncGenerator<Session> {
  const queries = latestOf(userId);
  const latest = await unlessTooLong(list([...queries, atMost(limit)], sessionsSchema, HELD_BYTES));
  const own = latest?.filter((session) => session.userId === userId) ?? [];
  if (latest === null || isCrowded(latest, own, limit)) {
    const scan = (from: number) =>
      list([...queries, OWNERS_ONLY, startingAt(from), atMost(SCANNED_AT_ONCE)], ownersSchema);
    const known = new Set(own.map(({ $id }) => $id));
    const from = latest === null ? 0 : limit;
    const further = await furtherRows(scan, { userId, known, from, count: limit - own.length });
    yield* own;
    const ids = further.map(({ $id }) => $id);
    yield* sessionsOf(list, { userId, ids }, latest === null ? LONG_READ_AT_ONCE : READ_AT_ONCE);
  } else {
    yield* own;
  }
}

/** The latest sessions of a user without their messages. */
export async function listSummaries(
  list: ListRows,
  userId: string,
  limit: number,
): Promise<SessionSummary[]> {
  const queries = [...latestOf(userId), { method: "select", values: SUMMARY_COLUMNS }];
  const latest = await list([...queries, atMost(limit)], summariesSchema);
  const own = latest.filter((session) => session.userId === userId);
  if (!isCrowded(latest, own, limit)) return own;
  const scan = (from: number) =>
    list([...queries, startingAt(from), atMost(SCANNED_AT_ONCE)], summariesSchema);
  const known = new Set(own.map(({ $id }) => $id));
  return [...own, ...(await furtherRows(scan, { userId, known, from: limit, count: limit - own.length }))];
}

/** Whether others' rows have taken places of the page that the user's own may be waiting for. */
function isCrowded(page: readonly Owner[], own: readonly Owner[], limit: number): boolean {
  return page.length >= limit && own.length < limit;
}

/** What was listed, or null where it was too long to be held. */
async function unlessTooLong<Rows>(listing: Promise<Rows>): Promise<Rows | null> {
  try {
    return await listing;
  } catch (error) {
    if (error instanceof AnswerTooLong) return null;
    throw error;
  }
}

interface Wanted {
  userId: string;
  /** What was listed already. While others write, it may move on in the list and come again. */
  known: ReadonlySet<string>;
  /** How many rows were looked at already. */
  from: number;
  count: number;
}

async function furtherRows<Row extends Owner>(
  scan: (from: number) => Promise<readonly Row[]>,
  { userId, known, from, count }: Wanted,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let scans = 0; scans < SCANS; scans++) {
    const rows = await scan(from + scans * SCANNED_AT_ONCE);
    for (const row of rows) {
      if (row.userId === userId && !known.has(row.$id) && !found.has(row.$id)) found.set(row.$id, row);
    }
    if (found.size >= count || rows.length < SCANNED_AT_ONCE) return [...found.values()].slice(0, count);
  }
  throw new AppError("database-failed", "The sessions could not be found among those of others", {
    details: `Users whose ids differ in capitals alone have more than ${SCANS * SCANNED_AT_ONCE} later ones`,
  });
}

/** Sessions by their ids and in their order, as many at once as may be held; those that are gone are left out. */
async function* sessionsOf(
  list: ListRows,
  { userId, ids }: { userId: string; ids: readonly string[] },
  firstCount: number,
): AsyncGenerator<Session> {
  let count = firstCount;
  for (let from = 0; from < ids.length; ) {
    const values = ids.slice(from, from + count);
    const queries = [{ method: "equal", attribute: "$id", values }, atMost(values.length)];
    const bound = values.length === 1 ? undefined : HELD_BYTES;
    const found = await unlessTooLong(list(queries, sessionsSchema, bound));
    if (found === null) {
      count = Math.max(1, Math.floor(values.length / 4));
      continue;
    }
    const byId = new Map(found.map((session) => [session.$id, session]));
    yield* values.flatMap((id) => byId.get(id) ?? []).filter((session) => session.userId === userId);
    from += values.length;
    const characters = found.reduce((sum, { messages }) => sum + messages.length, 0);
    if (characters < HELD_BYTES / 8) count = Math.min(READ_AT_ONCE, count * 2);
  }
}

const OWNERS_ONLY: AppwriteQuery = { method: "select", values: ["$id", "userId"] };

function latestOf(userId: string): AppwriteQuery[] {
  return [{ method: "equal", attribute: "userId", values: [userId] }, ...NEWEST_FIRST];
}

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
