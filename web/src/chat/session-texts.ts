import { useCallback, useEffect } from "react";
import type { SessionSummary } from "../../../src/domain/session.ts";
import { findSession } from "../api/sessions.ts";
import { createStore, useStore } from "../state/store.ts";
import { messagesOf } from "./chat-message.ts";

interface KnownText {
  updatedAt: string;
  /** In lower case. */
  text: string;
}

/** How much of what was said in one chat is kept for searches. */
const KEPT_LENGTH = 200_000;

const texts = createStore<ReadonlyMap<string, KnownText>>(new Map());

/** What was said in sessions, in lower case. It is read while somebody searches, one session after the other. */
export function useSessionTexts(
  sessions: readonly SessionSummary[],
  isSearching: boolean,
): (session: SessionSummary) => string {
  const known = useStore(texts);
  useEffect(() => {
    if (!isSearching) return;
    const controller = new AbortController();
    readTexts(sessions, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) reportError(error);
    });
    return () => controller.abort();
  }, [sessions, isSearching]);
  return useCallback(({ $id }) => known.get($id)?.text ?? "", [known]);
}

async function readTexts(sessions: readonly SessionSummary[], signal: AbortSignal): Promise<void> {
  for (const { $id, updatedAt } of sessions) {
    if (texts.get().get($id)?.updatedAt === updatedAt) continue;
    const session = await findSession($id, { signal });
    if (session === null) continue;
    const said = messagesOf(session).map(({ content }) => content);
    const text = said.join("\n").slice(0, KEPT_LENGTH).toLowerCase();
    texts.update((known) => new Map(known).set($id, { updatedAt, text }));
  }
}
