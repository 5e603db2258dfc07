import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../../domain/errors.ts";
import type { Named } from "../../../../domain/own-id.ts";
import {
  type NewSession,
  pinning,
  type Session,
  type SessionChanges,
  type SessionSummary,
} from "../../../../domain/session.ts";
import { inSnapshot, keyOf, rowOf, rowsOf } from "./database.ts";

const SUMMARY_COLUMNS = `id AS "$id", user_id AS userId, title, selected_document AS selectedDocument,
  created_at AS createdAt, updated_at AS updatedAt`;

const CHANGED_COLUMNS = `${SUMMARY_COLUMNS}, selected_documents AS severalDocuments`;

/** The columns of a session, named as the domain names them. */
export const SESSION_COLUMNS = `${CHANGED_COLUMNS}, messages`;

/** A row of a session: several pinned documents are JSON. */
export type SessionRow<S> = Omit<S, "selectedDocuments"> & { severalDocuments: string | null };

/** A row as the domain knows it. */
export function sessionOf<S>({ severalDocuments, ...session }: SessionRow<S>): S {
  // What is stored there is what `pinning` made.
  const several =
    severalDocuments === null ? {} : { selectedDocuments: JSON.parse(severalDocuments) as string[] };
  return { ...session, ...several } as S;
}

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
type ChangedSession = Omit<Session, "messages"> & Partial<Pick<Session, "messages">>;
type WrittenSession = Omit<Session, "messages">;

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
    `INSERT INTO sessions (id, user_id, title, messages, selected_document, selected_documents, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${CHANGED_COLUMNS}`,
  );
  const update = database.prepare(
    `UPDATE sessions SET
       title = coalesce(?2, title),
       messages = coalesce(?3, messages),
       selected_document = iif(?4, ?5, selected_document),
       selected_documents = iif(?4, ?6, selected_documents),
       updated_at = max(updated_at, ?1)
     WHERE id = ?7 AND user_id = coalesce(?8, user_id) RETURNING ${CHANGED_COLUMNS}`,
  );
  const messagesOf = database.prepare("SELECT messages FROM sessions WHERE id = ?");
  const remove = database.prepare("DELETE FROM sessions WHERE id = ? AND user_id = coalesce(?, user_id)");
  const unpin = database.prepare(
    `UPDATE sessions SET selected_document = NULL
     WHERE selected_document = ? AND selected_documents IS NULL AND user_id = coalesce(?, user_id)`,
  );
  const amongPins = database.prepare(
    `SELECT sequence, selected_documents AS severalDocuments FROM sessions INDEXED BY sessions_by_pins
     WHERE selected_documents IS NOT NULL AND user_id = coalesce(?2, user_id)
       AND EXISTS (SELECT 1 FROM json_each(selected_documents) WHERE value = ?1)`,
  );
  const pin = database.prepare(
    "UPDATE sessions SET selected_document = ?, selected_documents = ? WHERE sequence = ?",
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
      const row = rowOf<SessionRow<Session>>(find, id, null);
      if (row === undefined) continue;
      const session = sessionOf<Session>(row);
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

    findSession: (named: Named): Session =>
      sessionOf<Session>(known(rowOf<SessionRow<Session>>(find, ...keyOf(named)))),

    /** The new session without its messages, which the caller has: to read them back takes longer than to write them. */
    createSession: ({ id, at, session }: { id: string; at: string; session: NewSession }): WrittenSession =>
      sessionOf<WrittenSession>(
        known(
          rowOf<SessionRow<WrittenSession>>(
            insert,
            ...[id, session.userId, session.title, session.messages],
            ...[session.selectedDocument, severalOf(session), at, at],
          ),
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
      const summary = sessionOf<WrittenSession>(
        known(
          rowOf<SessionRow<WrittenSession>>(
            update,
            ...[at, title, messages, changesDocument, selectedDocument ?? null, severalOf(changes)],
            ...keyOf(named),
          ),
        ),
      );
      return messages === null
        ? { ...summary, ...rowOf<Pick<Session, "messages">>(messagesOf, summary.$id) }
        : summary;
    },

    removeSession: (named: Named): void => {
      if (remove.run(...keyOf(named)).changes === 0) throw sessionNotFound();
    },

    /** Where it was one of several, the others stay. */
    unpinDocument: (document: Named): number => {
      const [documentId] = keyOf(document);
      const among = rowsOf<{ sequence: number; severalDocuments: string }>(amongPins, ...keyOf(document));
      for (const { sequence, severalDocuments } of among) {
        const pins = (JSON.parse(severalDocuments) as string[]).filter((id) => id !== documentId);
        const left = pinning(pins);
        pin.run(left.selectedDocument, severalOf(left), sequence);
      }
      return among.length + Number(unpin.run(...keyOf(document)).changes);
    },

    removeSomeSessions: ({ userId }: { userId: string }): number =>
      Number(removeSome.run(userId, REMOVED_AT_ONCE).changes),
  };
}

function severalOf({ selectedDocuments }: Pick<SessionChanges, "selectedDocuments">): string | null {
  return selectedDocuments === undefined ? null : JSON.stringify(selectedDocuments);
}

interface SessionQuery {
  userId: string;
  limit: number;
}

function known<S>(session: S | undefined): S {
  if (session === undefined) throw sessionNotFound();
  return session;
}

function sessionNotFound(): AppError {
  return new AppError("session-not-found", "Session not found");
}
