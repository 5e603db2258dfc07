import { useMemo } from "react";
import type { Session, SessionSummary } from "../../../src/domain/session.ts";
import { sayFailure } from "../api/request.ts";
import { deleteSession, listSessions, updateSession } from "../api/sessions.ts";
import { createDelayedDeletions, UNDO_MS } from "../kit/delayed-deletion.ts";
import { showToast } from "../kit/toast-store.ts";
import { keepFresh } from "../state/keep-fresh.ts";
import { goTo, place } from "../state/location.ts";
import { preferences } from "../state/preferences.ts";
import { createStore, useStore } from "../state/store.ts";
import { tellTabs } from "../state/tab-channel.ts";
import { currentUserId } from "../state/user.ts";
import { currentText } from "../text/use-text.ts";
import { adoptSession } from "./conversation.ts";

/** The sessions as far as they are known, without what was said in them. */
export interface SessionState {
  state: "loading" | "ready" | "failed";
  sessions: readonly SessionSummary[];
}

/** The user's sessions, latest first. */
export const sessionStore = createStore<SessionState>({ state: "loading", sessions: [] });

/** Sessions on their way out. */
export const sessionDeletions = createDelayedDeletions();

let latestLoad = 0;

/** Reads the sessions again and returns them; of several readings at once only the last is shown. */
export async function refreshSessions(): Promise<readonly SessionSummary[]> {
  const load = ++latestLoad;
  try {
    const sessions = await listSessions(currentUserId());
    if (load === latestLoad) sessionStore.set({ state: "ready", sessions });
    return sessions;
  } catch (error) {
    if (load === latestLoad) sessionStore.update(({ sessions }) => ({ state: "failed", sessions }));
    throw error;
  }
}

/** Puts a session that the service has just answered into the list. */
export function noteSession(answered: Session): void {
  latestLoad++;
  adoptSession(answered);
  const { $id, userId, title, selectedDocument, createdAt, updatedAt } = answered;
  const session = { $id, userId, title, selectedDocument, createdAt, updatedAt };
  sessionStore.update(({ sessions }) => ({
    state: "ready",
    sessions: [session, ...sessions.filter((other) => other.$id !== $id)],
  }));
  tellTabs({ about: "sessions" });
}

/** Loads the sessions and keeps them fresh. */
export function watchSessions(): () => void {
  // A list that could not be read is shown as such; the banner tells when the service is gone.
  const refresh = () => void refreshSessions().catch(() => undefined);
  let userId = currentUserId();
  refresh();
  const stopFresh = keepFresh("sessions", refresh);
  const stopUser = preferences.subscribe(() => {
    if (currentUserId() === userId) return;
    userId = currentUserId();
    sessionStore.set({ state: "loading", sessions: [] });
    refresh();
  });
  return () => {
    stopFresh();
    stopUser();
  };
}

/** Gives a session another title. */
export async function renameSession(sessionId: string, title: string): Promise<void> {
  try {
    noteSession(await updateSession({ sessionId, title }));
  } catch (error) {
    showToast({ kind: "failure", message: currentText().chat.saveFailed, details: sayFailure(error) });
  }
}

/** Deletes a session after a time in which it can be undone. */
export function removeSession({ $id, title }: SessionSummary): void {
  const t = currentText();
  const deletion = sessionDeletions.start([$id], deleteSession);
  const { route } = place.get();
  if (route.name === "chat" && route.sessionId === $id) goTo({ name: "chat", sessionId: null });
  showToast({
    kind: "news",
    message: t.chat.deleted(title),
    stayMs: UNDO_MS,
    action: { label: t.shell.undo, run: deletion.undo },
  });
  void deletion.finished.then(async ([cause]) => {
    if (cause !== undefined)
      showToast({ kind: "failure", message: t.library.deleteFailed(title), details: sayFailure(cause) });
    tellTabs({ about: "sessions" });
    await refreshSessions();
  });
}

/** The sessions without those that are being deleted. */
export function useSessions(): SessionState {
  const state = useStore(sessionStore);
  const hidden = useStore(sessionDeletions.pending);
  return useMemo(
    () =>
      hidden.size === 0
        ? state
        : { ...state, sessions: state.sessions.filter(({ $id }) => !hidden.has($id)) },
    [state, hidden],
  );
}
