import { AppError } from "../../domain/errors.ts";
import { isMeant, type Named, namedParts, ownId } from "../../domain/own-id.ts";
import { pinning, pinsOf, type Session } from "../../domain/session.ts";
import { openKeyLocks } from "../../flow/key-locks.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import { type AppwriteApi, type AppwriteQuery, rowRequest } from "./appwrite-api.ts";
import { isOtherTable, isWrittenSince, refusalIn, removed, sessionNotFound } from "./appwrite-failure.ts";
import { type ListRows, listSessions, listSummaries } from "./list-sessions.ts";
import { ALL_PINS, OWNERS_ONLY, PINS_ONLY, type PinnedRow, pinnedSchema } from "./pinned-rows.ts";
import { pinColumns, rowSchema, type SessionRow, severalOf } from "./session-row.ts";

interface SessionTable {
  databaseId: string;
  tableId: string;
  now(): Date;
  newId(): string;
}

/** A session store that also takes sessions whose id is given. */
export interface IdentifiedSessions extends SessionStore {
  /** Puts a session under its own id, in the place of one that is there. */
  putIdentified(session: Session, signal: AbortSignal): Promise<void>;
}

/** How often a row is read again because somebody wrote it before the change of it came. */
const CHANGE_ATTEMPTS = 3;
/** How many rows are looked up at once to be changed one after the other. */
const CHANGED_AT_ONCE = 100;

/**
 * Sessions as rows of a table. The key sees every row: what is one user's is asked for by the user's id. Appwrite
 * compares ids without case and accents, so what it answers is compared with what was asked for.
 */
export function openSessionRows(api: AppwriteApi, table: SessionTable): IdentifiedSessions {
  const { databaseId, tableId, now, newId } = table;
  const rows = `/tablesdb/${databaseId}/tables/${tableId}/rows`;
  const locks = openKeyLocks();

  /** The row that Appwrite takes for the one with this id. */
  const look = (sessionId: string, signal: AbortSignal) =>
    api.json(rowRequest("GET", `${rows}/${sessionId}`), rowSchema, signal);

  const find = async (session: Named, signal: AbortSignal) =>
    exactly(session, await look(namedParts(session).id, signal));

  /**
   * Changes the row with this id as it was just read. Appwrite refuses where it was written since, and so would it
   * where the row was removed and another one came that it takes for the same. The last attempt does not insist, so
   * that a session that is written all the time can still be changed.
   */
  async function change<T>(
    session: Named,
    make: (row: SessionRow, headers: Record<string, string>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const row = await find(session, signal);
      const isLast = attempt === CHANGE_ATTEMPTS;
      try {
        return await make(row, isLast ? {} : { "x-appwrite-timestamp": row.writtenAt });
      } catch (error) {
        if (isLast || !isWrittenSince(error)) throw error;
      }
    }
  }

  /** Sets the columns that `dataOf` makes of the session. */
  const set = (named: Named, dataOf: (session: Session) => object, signal: AbortSignal) =>
    change(
      named,
      async ({ session }, headers) => {
        const send = (data: object) => {
          const request = rowRequest("PATCH", `${rows}/${session.$id}`, { data });
          return api.json({ ...request, headers }, rowSchema, signal);
        };
        return exactly(named, await asFarAsKept(send, dataOf(session))).session;
      },
      signal,
    );

  const removeOne = (session: Named, signal: AbortSignal) =>
    change(
      session,
      (row, headers) =>
        removed(api.send({ ...rowRequest("DELETE", `${rows}/${row.session.$id}`), headers }, signal)),
      signal,
    );

  /** The first rows that fit, and are meant to the letter; others that the database takes for them are passed over. */
  async function pageOf(
    queries: readonly AppwriteQuery[],
    isMeant: (row: PinnedRow) => boolean,
    signal: AbortSignal,
  ): Promise<PinnedRow[]> {
    for (let from = 0; ; from += CHANGED_AT_ONCE) {
      const page = [
        { method: "limit", values: [CHANGED_AT_ONCE] },
        { method: "offset", values: [from] },
      ];
      const found = await listed(signal)([...queries, ...page], pinnedSchema);
      const meant = found.filter(isMeant);
      if (meant.length > 0 || found.length < CHANGED_AT_ONCE) return meant;
    }
  }

  /** A session that pins something else by the time it is changed, or is gone, is left as it is. */
  async function unpinRows(document: Named, signal: AbortSignal): Promise<number> {
    const { id: documentId, owner } = namedParts(document);
    const queries = [
      { method: "equal", attribute: "selectedDocument", values: [documentId] },
      ...(owner === null ? [] : [{ method: "equal", attribute: "userId", values: [owner] }]),
      PINS_ONLY,
    ];
    const isPinned = (row: PinnedRow) => row.selectedDocument === documentId && isMeant(document, row.userId);
    return unpinFound({ queries, isPinned, documentId }, signal);
  }

  /** The same where it is one of several, but not the first. A table from before that holds none. */
  async function unpinAmongSeveral(document: Named, signal: AbortSignal): Promise<number> {
    const { id: documentId, owner } = namedParts(document);
    const queries = [
      { method: "contains", attribute: "selectedDocuments", values: [JSON.stringify(documentId)] },
      ...(owner === null ? [] : [{ method: "equal", attribute: "userId", values: [owner] }]),
      ALL_PINS,
    ];
    const isPinned = (row: PinnedRow) =>
      severalOf(row).selectedDocuments?.includes(documentId) === true && isMeant(document, row.userId);
    try {
      return await unpinFound({ queries, isPinned, documentId }, signal);
    } catch (error) {
      if (isOtherTable(error)) return 0;
      throw error;
    }
  }

  async function unpinFound(
    { queries, isPinned, documentId }: Unpinned,
    signal: AbortSignal,
  ): Promise<number> {
    let count = 0;
    for (;;) {
      const found = await pageOf(queries, isPinned, signal);
      if (found.length === 0) return count;
      for (const { $id, userId } of found)
        count += (await unpinOne(ownId($id, userId), documentId, signal)) ? 1 : 0;
    }
  }

  async function unpinOne(session: Named, documentId: string, signal: AbortSignal): Promise<boolean> {
    const unpinned = (row: SessionRow, headers: Record<string, string>) =>
      !pinsOf(row.session).includes(documentId)
        ? Promise.resolve(false)
        : api
            .send(
              {
                ...rowRequest("PATCH", `${rows}/${row.session.$id}`, {
                  data: withoutPin(row.session, documentId),
                }),
                headers,
              },
              signal,
            )
            .then(() => true);
    try {
      return await locks.run(namedParts(session).id, () => change(session, unpinned, signal), signal);
    } catch (error) {
      if (error instanceof AppError && error.code === "session-not-found") return false;
      throw error;
    }
  }

  const listed =
    (signal: AbortSignal): ListRows =>
    (queries, body, maxAnswerBytes) =>
      api.json({ ...rowRequest("GET", rows), queries, maxAnswerBytes }, body, signal);

  return {
    async *list(userId, limit, signal) {
      signal.throwIfAborted();
      if (limit > 0) yield* listSessions(listed(signal), userId, limit);
    },

    summaries: async (userId, limit, signal) =>
      limit > 0 ? listSummaries(listed(signal), userId, limit) : [],

    find: async (session, signal) => (await find(session, signal)).session,

    async create(session, signal) {
      const rowId = newId();
      const at = now().toISOString();
      const { userId, title, messages } = session;
      const columns = { userId, title, messages, ...pinColumns(session), createdAt: at, updatedAt: at };
      const send = (data: object) => api.json(rowRequest("POST", rows, { rowId, data }), rowSchema, signal);
      try {
        return (await asFarAsKept(send, columns)).session;
      } catch (error) {
        const refusal = refusalIn(error);
        // The row is our own: the answer to the attempt that made it was lost.
        if (refusal?.status === 409 && refusal.followsLostAttempt) return (await find(rowId, signal)).session;
        throw error;
      }
    },

    // Changes of one session take turns, so that each starts from the time that the one before it wrote.
    update: (session, { title, messages, ...pins }, signal) =>
      locks.run(
        namedParts(session).id,
        () =>
          set(
            session,
            (before) => ({
              ...(title === undefined ? {} : { title }),
              ...(messages === undefined ? {} : { messages }),
              ...pinColumns(pins, before),
              updatedAt: new Date(Math.max(now().getTime(), Date.parse(before.updatedAt))).toISOString(),
            }),
            signal,
          ),
        signal,
      ),

    remove: removeOne,

    unpin: async (document, signal) =>
      (await unpinRows(document, signal)) + (await unpinAmongSeveral(document, signal)),

    async removeSome(userId, signal) {
      const queries = [{ method: "equal", attribute: "userId", values: [userId] }, OWNERS_ONLY];
      const found = await pageOf(queries, ({ userId: owner }) => owner === userId, signal);
      for (const { $id } of found) await removeOne(ownId($id, userId), signal);
      return found.length;
    },

    async putIdentified({ $id: rowId, selectedDocument, selectedDocuments, ...rest }, signal) {
      const pins = { selectedDocument, selectedDocuments };
      const send = (data: object) => api.send(rowRequest("POST", rows, { rowId, data }), signal);
      try {
        await asFarAsKept(send, { ...rest, ...pinColumns(pins) });
      } catch (error) {
        if (refusalIn(error)?.status !== 409) throw error;
        const { session } = await look(rowId, signal);
        if (session.$id !== rowId) throw takenForAnother(rowId, session.$id);
        await set(rowId, (before) => ({ ...rest, ...pinColumns(pins, before) }), signal);
      }
    },
  };
}

interface Unpinned {
  queries: readonly AppwriteQuery[];
  isPinned(row: PinnedRow): boolean;
  documentId: string;
}

/** Sends a row; to a table from before several documents could be pinned, without them: the first stays. */
async function asFarAsKept<T>(send: (data: object) => Promise<T>, data: object): Promise<T> {
  try {
    return await send(data);
  } catch (error) {
    if (!("selectedDocuments" in data) || !isOtherTable(error)) throw error;
    const { selectedDocuments: _several, ...kept } = data;
    return send(kept);
  }
}

/** The platform's own time of the row stands in where it has no other: then it would move up in the list. */
function withoutPin(session: Session, documentId: string) {
  const left = pinning(pinsOf(session).filter((id) => id !== documentId));
  return { ...pinColumns(left, session), updatedAt: session.updatedAt };
}

function exactly(named: Named, row: SessionRow): SessionRow {
  if (row.session.$id !== namedParts(named).id || !isMeant(named, row.session.userId))
    throw sessionNotFound();
  return row;
}

function takenForAnother(sessionId: string, present: string): AppError {
  return new AppError(
    "database-failed",
    `The database holds the session ${present} and takes ${sessionId} for the same`,
    { details: "Appwrite compares ids without case: it cannot hold both" },
  );
}
