import { AppError } from "../domain/errors.ts";
import { DEFAULT_TITLE, MAX_LISTED_SESSIONS, type Session, type SessionSummary } from "../domain/session.ts";
import type { Library } from "./library.ts";

type Sessions = Pick<Library, "sessions">;

/** The user's latest sessions, most recently updated first, read as they are taken. */
export function listSessions(library: Sessions, userId: string, signal: AbortSignal): AsyncIterable<Session> {
  return library.sessions.list(userId, MAX_LISTED_SESSIONS, signal);
}

/** The same list without messages. */
export function summarizeSessions(
  library: Sessions,
  userId: string,
  signal: AbortSignal,
): Promise<SessionSummary[]> {
  return library.sessions.summaries(userId, MAX_LISTED_SESSIONS, signal);
}

/** One session, whole. Where an owner is named, it has to be that one's. */
export async function findSession(
  library: Sessions,
  { sessionId, userId }: { sessionId: string; userId?: string | undefined },
  signal: AbortSignal,
): Promise<Session> {
  const session = await library.sessions.find(sessionId, signal);
  if (userId !== undefined && session.userId !== userId) {
    throw new AppError("session-not-found", "Session not found");
  }
  return session;
}

interface SessionDraft {
  userId: string;
  /** JSON, as it is stored. */
  messages: string;
  title?: string | undefined;
  selectedDocument?: string | null | undefined;
}

/** Starts a session; one without a title is a `New Chat`. */
export function createSession(library: Sessions, draft: SessionDraft, signal: AbortSignal): Promise<Session> {
  return library.sessions.create(
    {
      userId: draft.userId,
      title: draft.title?.trim() || DEFAULT_TITLE,
      messages: draft.messages,
      selectedDocument: draft.selectedDocument ?? null,
    },
    signal,
  );
}

interface SessionUpdate {
  sessionId: string;
  title?: string | undefined;
  messages?: string | undefined;
  selectedDocument?: string | null | undefined;
}

/** Changes the fields that are present; the others stay. */
export function updateSession(
  library: Sessions,
  { sessionId, ...changes }: SessionUpdate,
  signal: AbortSignal,
): Promise<Session> {
  return library.sessions.update(sessionId, changes, signal);
}

/** Deletes a session for good. */
export function removeSession(library: Sessions, sessionId: string, signal: AbortSignal): Promise<void> {
  return library.sessions.remove(sessionId, signal);
}
