import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../../domain/errors.ts";
import type { Named } from "../../../../domain/own-id.ts";
import type { NewSession, Session, SessionChanges, SessionSummary } from "../../../../domain/session.ts";
import { inSnapshot, keyOf, rowOf, rowsOf } from "./database.ts";

const SUMMARY_COLUMNS = `id AS "$id", user_id AS userId, title, selected_document AS selectedDocument,
  created_at AS createdAt, updated_at AS updatedAt`;

/** The columns of a session, named as the domain names them. */
export const SESSION_COLUMNS = `id AS "$id", user_id AS userId, title, messages, selected_document AS selectedDocument,
  created_at AS createdAt, updated_at AS updatedAt`;

/** How many characters of messages are read at once; a session that has more comes alone. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** Each may hold megabytes, which are overwritten. */
const REMOVED_AT_ONCE = 10;

/** The sessions that were read, and how many of the ids that were asked for are done with. */
interface SessionBatch {
  sessions: Session[];
  done: number;
}

/** A session as a change left it; the messages are missing where the change brought them. */
type ChangedSession = SessionSummary & Partial<Pick<Session, "messages">>;

/** The sessions' part of the writing thread. */
export function sessionRecords(database: DatabaseSync) {
  const summaries = database.prepare(
    `SELECT ${SUMMARY_COLUMNS} FROM sessions WHERE user_id = ? ORDER BY updated_at DESC, sequence DESC LIMIT ?`,
  );
  const ids = database.prepare(
    'SELECT id AS "$id" FROM sessions WHERE user_id = ? ORDER BY updated_at DESC, sequence DESC LIMIT ?',
  );
  const find = database.prepare(
    `SELECT ${SESSION_COLUMNS} FROM sessions WHERE id = ? AND user_id = coalesce(?, user_id)`,
  );
  const insert = database.prepare(
    `INSERT INTO sessions (id, user_id, title, messages, selected_document, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${SUMMARY_COLUMNS}`,
  );
  const update = database.prepare(
    `UPDATE sessions SET
       title = coalesce(?, title),
       messages = coalesce(?, messages),
       selected_document = CASE WHEN ? THEN ? ELSE selected_document END,
       updated_at = max(updated_at, ?)
     WHERE id = ? AND user_id = coalesce(?, user_id) RETURNING ${SUMMARY_COLUMNS}`,
  );
  const messagesOf = database.prepare("SELECT messages FROM sessions WHERE id = ?");
  const remove = database.prepare("DELETE FROM sessions WHERE id = ? AND user_id = coalesce(?, user_id)");
  const unpin = database.prepare(
    "UPDATE sessions SET selected_document = NULL WHERE selected_document = ? AND user_id = coalesce(?, user_id)",
  );
  const removeSome = database.prepare(
    "DELETE FROM sessions WHERE sequence IN (SELECT sequence FROM sessions WHERE user_id = ? LIMIT ?)",
  );

  /** As many of these sessions as may be held at once, at least one; those that are gone are left out. */
  function read(wanted: readonly string[]): SessionBatch {
    const sessions: Session[] = [];
    let characters = 0;
    for (const [place, id] of wanted.entries()) {
      if (characters >= CHARACTERS_AT_ONCE) return { sessions, done: place };
      const session = rowOf<Session>(find, id, null);
      if (session === undefined) continue;
      sessions.push(session);
      characters += session.messages.length;
    }
    return { sessions, done: wanted.length };
  }

  return {
    summarizeSessions: ({ userId, limit }: SessionQuery): SessionSummary[] =>
      rowsOf<SessionSummary>(summaries, userId, Math.max(0, limit)),

    /** The ids of a user's sessions in the order of the list, with the first of the sessions. */
    beginSessions: ({ userId, limit }: SessionQuery): SessionBatch & { ids: string[] } =>
      inSnapshot(database, () => {
        const listed = rowsOf<Pick<Session, "$id">>(ids, userId, Math.max(0, limit)).map(({ $id }) => $id);
        return { ids: listed, ...read(listed) };
      }),

    readSessions: (wanted: readonly string[]): SessionBatch => read(wanted),

    findSession: (named: Named): Session => known(rowOf<Session>(find, ...keyOf(named))),

    /** The new session without its messages, which the caller has: to read them back takes longer than to write them. */
    createSession: ({ id, at, session }: { id: string; at: string; session: NewSession }): SessionSummary =>
      known(
        rowOf<SessionSummary>(
          insert,
          ...[id, session.userId, session.title, session.messages, session.selectedDocument, at, at],
        ),
      ),

    /** The changed session, without its messages where these are what changed. */
    updateSession: ({
      named,
      at,
      changes,
    }: {
      named: Named;
      at: string;
      changes: SessionChanges;
    }): ChangedSession => {
      const { title = null, messages = null, selectedDocument } = changes;
      const changesDocument = selectedDocument === undefined ? 0 : 1;
      const summary = known(
        rowOf<SessionSummary>(
          update,
          title,
          messages,
          changesDocument,
          selectedDocument ?? null,
          at,
          ...keyOf(named),
        ),
      );
      return messages === null
        ? { ...summary, ...rowOf<Pick<Session, "messages">>(messagesOf, summary.$id) }
        : summary;
    },

    removeSession: (named: Named): void => {
      if (remove.run(...keyOf(named)).changes === 0) throw sessionNotFound();
    },

    unpinDocument: (document: Named): number => Number(unpin.run(...keyOf(document)).changes),

    removeSomeSessions: ({ userId }: { userId: string }): number =>
      Number(removeSome.run(userId, REMOVED_AT_ONCE).changes),
  };
}

interface SessionQuery {
  userId: string;
  limit: number;
}

function known<S extends SessionSummary>(session: S | undefined): S {
  if (session === undefined) throw sessionNotFound();
  return session;
}

function sessionNotFound(): AppError {
  return new AppError("session-not-found", "Session not found");
}
