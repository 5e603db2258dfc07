import { type Named, ownId } from "../domain/own-id.ts";
import {
  DEFAULT_TITLE,
  MAX_LISTED_SESSIONS,
  pinning,
  type Session,
  type SessionSummary,
} from "../domain/session.ts";
import { expectOwnDocuments } from "./expect-own-documents.ts";
import type { Library } from "./library.ts";

type Sessions = Pick<Library, "sessions">;
type SessionsAndDocuments = Pick<Library, "sessions" | "files" | "vectors">;

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
export function findSession(
  library: Sessions,
  { sessionId, userId }: { sessionId: string; userId?: string | undefined },
  signal: AbortSignal,
): Promise<Session> {
  return library.sessions.find(ownId(sessionId, userId ?? null), signal);
}

interface SessionDraft {
  userId: string;
  /** JSON, as it is stored. */
  messages: string;
  title?: string | undefined;
  selectedDocument?: string | null | undefined;
  /** All that are pinned; decides where both are given. */
  selectedDocuments?: readonly string[] | undefined;
  /** Whose the pinned documents have to be, null for anybody. */
  owner: string | null;
}

/** Starts a session; one without a title is a `New Chat`. */
export async function createSession(
  library: SessionsAndDocuments,
  draft: SessionDraft,
  signal: AbortSignal,
): Promise<Session> {
  const pins = pinning(documentsOf(draft) ?? []);
  await expectOwnDocuments(library, { documentIds: namedIn(draft), owner: draft.owner }, signal);
  return library.sessions.create(
    {
      userId: draft.userId,
      title: draft.title?.trim() || DEFAULT_TITLE,
      messages: draft.messages,
      ...pins,
    },
    signal,
  );
}

interface SessionUpdate {
  sessionId: string;
  title?: string | undefined;
  messages?: string | undefined;
  selectedDocument?: string | null | undefined;
  /** All that are pinned; decides where both are given. */
  selectedDocuments?: readonly string[] | undefined;
  /** Whose the session and the pinned documents have to be, null for anybody. */
  owner: string | null;
}

/** Changes the fields that are present; the others stay. */
export async function updateSession(
  library: SessionsAndDocuments,
  { sessionId, owner, title, messages, ...wanted }: SessionUpdate,
  signal: AbortSignal,
): Promise<Session> {
  const documentIds = documentsOf(wanted);
  await expectOwnDocuments(library, { documentIds: namedIn(wanted), owner }, signal);
  const pins = documentIds === null ? {} : pinning(documentIds);
  return library.sessions.update(ownId(sessionId, owner), { title, messages, ...pins }, signal);
}

/** Deletes a session for good. */
export async function removeSession(
  { sessions, wiping }: Pick<Library, "sessions" | "wiping">,
  session: Named,
  signal: AbortSignal,
): Promise<void> {
  await sessions.remove(session, signal);
  await wiping.settle(signal);
}

/** Every document that is named, also where the other field decides: none may be another's. */
function namedIn({ selectedDocument, selectedDocuments = [] }: Pinned): string[] {
  return [...selectedDocuments, ...(selectedDocument ? [selectedDocument] : [])];
}

type Pinned = Pick<SessionDraft, "selectedDocument" | "selectedDocuments">;

/** The documents that are to be pinned; null where nothing is said of them. */
function documentsOf({ selectedDocument, selectedDocuments }: Pinned): readonly string[] | null {
  if (selectedDocuments !== undefined) return selectedDocuments;
  if (selectedDocument === undefined) return null;
  return selectedDocument === null ? [] : [selectedDocument];
}
