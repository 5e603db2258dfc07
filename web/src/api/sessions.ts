import type { Message } from "../../../src/domain/message.ts";
import type { Session, SessionSummary } from "../../../src/domain/session.ts";
import { type RequestOptions, ServiceError, send, sendForJson } from "./request.ts";

const PATH = "/api/chat/history";

/** The user's sessions without their messages, latest first. */
export async function listSessions(userId: string): Promise<SessionSummary[]> {
  const { sessions } = await sendForJson<{ sessions: SessionSummary[] }>(PATH, {
    query: { userId, summary: "true" },
  });
  return sessions;
}

/** A session with its messages; null where there is none. */
export async function findSession(
  sessionId: string,
  options: Pick<RequestOptions, "signal"> = {},
): Promise<Session | null> {
  try {
    const { session } = await sendForJson<{ session: Session }>(PATH, { query: { sessionId }, ...options });
    return session;
  } catch (error) {
    if (error instanceof ServiceError && error.message === NOT_FOUND) return null;
    throw error;
  }
}

/** What the service says of a session that is not there: by the interface its status is that of every failure. */
const NOT_FOUND = "Session not found";

/** Starts a session. */
export async function createSession(draft: {
  userId: string;
  messages: readonly Message[];
  title?: string;
  selectedDocuments: readonly string[];
}): Promise<Session> {
  const { session } = await sendForJson<{ session: Session }>(PATH, { method: "POST", body: draft });
  return session;
}

/** The documents that are pinned to a session. */
export function pinsOf({
  selectedDocument,
  selectedDocuments,
}: Pick<Session, "selectedDocument" | "selectedDocuments">): readonly string[] {
  return selectedDocuments ?? (selectedDocument === null ? [] : [selectedDocument]);
}

export interface SessionUpdate {
  sessionId: string;
  title?: string;
  messages?: readonly Message[];
  selectedDocuments?: readonly string[];
}

/** Changes the fields of a session that are present. */
export async function updateSession(
  update: SessionUpdate,
  { keepalive = false }: { keepalive?: boolean } = {},
): Promise<Session> {
  const { session } = await sendForJson<{ session: Session }>(PATH, {
    method: "PUT",
    body: update,
    keepalive,
  });
  return session;
}

/** Deletes a session for good. */
export async function deleteSession(sessionId: string, options: { keepalive?: boolean } = {}): Promise<void> {
  await send(PATH, { method: "DELETE", query: { sessionId }, ...options });
}
