import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import type { NewSession, Session, SessionChanges } from "../../../domain/session.ts";
import { rowOf, rowsOf } from "./database.ts";

/** The columns of a session, named as the domain names them. */
export const SESSION_COLUMNS = `id AS "$id", user_id AS userId, title, messages, selected_document AS selectedDocument,
  created_at AS createdAt, updated_at AS updatedAt`;

/** The sessions' part of the writing thread. */
export function sessionRecords(database: DatabaseSync) {
  const list = database.prepare(
    `SELECT ${SESSION_COLUMNS} FROM sessions WHERE user_id = ? ORDER BY updated_at DESC, sequence DESC LIMIT ?`,
  );
  const insert = database.prepare(
    `INSERT INTO sessions (id, user_id, title, messages, selected_document, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${SESSION_COLUMNS}`,
  );
  const update = database.prepare(
    `UPDATE sessions SET
       title = coalesce(?, title),
       messages = coalesce(?, messages),
       selected_document = CASE WHEN ? THEN ? ELSE selected_document END,
       updated_at = max(updated_at, ?)
     WHERE id = ? RETURNING ${SESSION_COLUMNS}`,
  );
  const remove = database.prepare("DELETE FROM sessions WHERE id = ?");

  return {
    listSessions: ({ userId, limit }: { userId: string; limit: number }): Session[] =>
      rowsOf<Session>(list, userId, Math.max(0, limit)),

    createSession: ({ id, at, session }: { id: string; at: string; session: NewSession }): Session =>
      known(
        rowOf<Session>(
          insert,
          ...[id, session.userId, session.title, session.messages, session.selectedDocument, at, at],
        ),
      ),

    updateSession: ({ id, at, changes }: { id: string; at: string; changes: SessionChanges }): Session => {
      const { title = null, messages = null, selectedDocument } = changes;
      const changesDocument = selectedDocument === undefined ? 0 : 1;
      return known(
        rowOf<Session>(update, title, messages, changesDocument, selectedDocument ?? null, at, id),
      );
    },

    removeSession: ({ id }: { id: string }): void => {
      if (remove.run(id).changes === 0) throw sessionNotFound();
    },
  };
}

function known(session: Session | undefined): Session {
  if (session === undefined) throw sessionNotFound();
  return session;
}

function sessionNotFound(): AppError {
  return new AppError("session-not-found", "Session not found");
}
