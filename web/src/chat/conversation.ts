import type { Session, SessionSummary } from "../../../src/domain/session.ts";
import { findSession, pinsOf } from "../api/sessions.ts";
import { createStore, type Store } from "../state/store.ts";
import { type ChatMessage, messagesOf } from "./chat-message.ts";
import { isSameChat, mergeMessages } from "./merge-messages.ts";

/** A chat as this tab has it. */
export interface Conversation {
  /** Tells conversations apart as long as the page lives. */
  key: number;
  /** Null until the service has recorded it. */
  sessionId: string | null;
  messages: readonly ChatMessage[];
  /** What this tab last saw stored. */
  saved: readonly ChatMessage[];
  /** When that was stored, as its session says. */
  savedAt: string | null;
  /** `looking` until the first word, `writing` until the last. */
  activity: "idle" | "looking" | "writing";
  /** The documents that every question of the chat is restricted to; all where empty. */
  pinnedDocuments: readonly string[];
  /** What this tab last saw stored of that: only a change of it is sent, so that no save brings back what was removed. */
  savedPins: readonly string[];
  /** The question being written. */
  draft: string;
  /** The documents that this question will be restricted to. */
  draftScope: readonly string[];
}

const EMPTY: Omit<Conversation, "key"> = {
  sessionId: null,
  messages: [],
  saved: [],
  savedAt: null,
  activity: "idle",
  pinnedDocuments: [],
  savedPins: [],
  draft: "",
  draftScope: [],
};

let lastKey = 0;
const bySession = new Map<string, Store<Conversation>>();

/** The chat that has no session yet: what the start page shows. */
export const newConversation = createStore<Store<Conversation>>(createConversation({}));

/** Begins another new chat; the one before keeps running if it still does. */
export function startConversation(beginning: Partial<Conversation> = {}): Store<Conversation> {
  const conversation = createConversation(beginning);
  newConversation.set(conversation);
  return conversation;
}

/** The conversation of a session, made from it where this tab has none yet. */
export function conversationOf(session: Session): Store<Conversation> {
  const known = bySession.get(session.$id);
  if (known !== undefined) return known;
  const messages = messagesOf(session);
  const conversation = createConversation({
    sessionId: session.$id,
    messages,
    saved: messages,
    savedAt: session.updatedAt,
    pinnedDocuments: pinsOf(session),
    savedPins: pinsOf(session),
  });
  bySession.set(session.$id, conversation);
  return conversation;
}

/** Reads a session that this tab has not open yet; null where it is gone. */
export async function loadConversation(sessionId: string): Promise<Store<Conversation> | null> {
  const session = await findSession(sessionId);
  return session === null ? null : conversationOf(session);
}

/** The conversation of a session that this tab has open. */
export function openConversation(sessionId: string): Store<Conversation> | undefined {
  return bySession.get(sessionId);
}

/** Remembers which session a new conversation has become. */
export function registerConversation(sessionId: string, conversation: Store<Conversation>): void {
  bySession.set(sessionId, conversation);
}

/** All conversations that are being answered. */
export function runningConversations(): Store<Conversation>[] {
  return [...bySession.values(), newConversation.get()].filter((one) => one.get().activity !== "idle");
}

/** Takes over what other tabs have stored, in conversations that rest. */
export async function adoptSessions(sessions: readonly SessionSummary[]): Promise<void> {
  for (const { $id, updatedAt } of sessions) {
    const conversation = bySession.get($id);
    if (conversation === undefined || conversation.get().savedAt === updatedAt || !isResting(conversation))
      continue;
    const session = await findSession($id);
    if (session !== null) adoptSession(session);
  }
}

/** Takes over a session as the service has just answered it, where its conversation rests. */
export function adoptSession(session: Session): void {
  const conversation = bySession.get(session.$id);
  if (conversation !== undefined && isResting(conversation)) adopt(conversation, session);
}

function isResting(conversation: Store<Conversation>): boolean {
  return conversation.get().activity === "idle";
}

function adopt(conversation: Store<Conversation>, session: Session): void {
  const theirs = messagesOf(session);
  const { saved, messages } = conversation.get();
  const { updatedAt: savedAt } = session;
  const pinnedDocuments = pinsOf(session);
  const isKnown =
    isSameChat(theirs, saved) && isSameScope(conversation.get().pinnedDocuments, pinnedDocuments);
  conversation.update((current) =>
    isKnown
      ? { ...current, savedAt }
      : {
          ...current,
          messages: mergeMessages({ base: saved, ours: messages, theirs }),
          saved: theirs,
          savedAt,
          pinnedDocuments,
          savedPins: pinnedDocuments,
        },
  );
}

/** Whether two chats are restricted to the same documents. */
export function isSameScope(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, i) => id === other[i]);
}

function createConversation(beginning: Partial<Conversation>): Store<Conversation> {
  return createStore<Conversation>({ ...EMPTY, ...beginning, key: ++lastKey });
}
