import type { Message } from "../../../src/domain/message.ts";
import type { Session } from "../../../src/domain/session.ts";
import { send, sendForJson } from "./request.ts";

const PATH = "/api/chat/history";

/** The user's sessions, latest first. */
export async function listSessions(userId: string, signal?: AbortSignal): Promise<Session[]> {
  const { sessions } = await sendForJson<{ sessions: Session[] }>(PATH, {
    query: { userId },
    ...(signal === undefined ? {} : { signal }),
  });
  return sessions;
}

/** Starts a session. */
export async function createSession(draft: {
  userId: string;
  messages: readonly Message[];
  title?: string;
  selectedDocument: string | null;
}): Promise<Session> {
  const { session } = await sendForJson<{ session: Session }>(PATH, { method: "POST", body: draft });
  return session;
}

export interface SessionUpdate {
  sessionId: string;
  title?: string;
  messages?: readonly Message[];
  selectedDocument?: string | null;
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
