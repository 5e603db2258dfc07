import { suggestTitle } from "../api/chat.ts";
import { DEFAULT_TITLE } from "../api/default-title.ts";
import { sayFailure } from "../api/request.ts";
import { createSession, findSession, pinsOf, updateSession } from "../api/sessions.ts";
import { showToast } from "../kit/toast-store.ts";
import type { Store } from "../state/store.ts";
import { currentUserId } from "../state/user.ts";
import { currentText } from "../text/use-text.ts";
import { messagesOf, toStored } from "./chat-message.ts";
import {
  type Conversation,
  isSameScope,
  registerConversation,
  runningConversations,
} from "./conversation.ts";
import { mergeMessages } from "./merge-messages.ts";
import { noteSession, refreshSessions } from "./session-store.ts";
import { shortTitle } from "./session-title.ts";

/** The most that a request may carry that outlives its page. */
const KEEPALIVE_BYTES = 60_000;
const TITLE_LIMIT_MS = 60_000;

const chains = new WeakMap<Store<Conversation>, Promise<void>>();

/** Stores a conversation as it is now. Saves of one conversation wait for each other. */
export function saveConversation(conversation: Store<Conversation>): Promise<void> {
  const save = async () => {
    try {
      await store(conversation);
    } catch (error) {
      const t = currentText();
      showToast({
        kind: "failure",
        message: t.chat.saveFailed,
        details: sayFailure(error),
        action: { label: t.shell.retry, run: () => void saveConversation(conversation) },
      });
    }
  };
  const chain = (chains.get(conversation) ?? Promise.resolve()).then(save);
  chains.set(conversation, chain);
  return chain;
}

async function store(conversation: Store<Conversation>): Promise<void> {
  const { sessionId, pinnedDocuments, savedPins } = conversation.get();
  const theirs = sessionId === null ? null : await findSession(sessionId);
  // What is stored must not hold half an answer that is still being written.
  const ours = finishedMessages(conversation.get());
  if (theirs === null) {
    // A session that another tab has deleted begins anew rather than losing its words.
    const session = await createSession({
      userId: currentUserId(),
      messages: toStored(ours),
      selectedDocuments: pinnedDocuments,
    });
    registerConversation(session.$id, conversation);
    const { $id: newId, updatedAt: savedAt } = session;
    conversation.update((current) => ({
      ...current,
      sessionId: newId,
      saved: ours,
      savedAt,
      savedPins: pinsOf(session),
    }));
    noteSession(session);
    return;
  }
  const stored = messagesOf(theirs);
  const merged = mergeMessages({ base: conversation.get().saved, ours, theirs: stored });
  const session = await updateSession({
    sessionId: theirs.$id,
    messages: toStored(merged),
    ...(!isSameScope(pinnedDocuments, savedPins) && { selectedDocuments: pinnedDocuments }),
  });
  const stays = pinsOf(session);
  conversation.update((current) => ({
    ...current,
    savedPins: stays,
    // The document may have been deleted meanwhile, or another one pinned here.
    pinnedDocuments: isSameScope(current.pinnedDocuments, pinnedDocuments) ? stays : current.pinnedDocuments,
    saved: merged,
    savedAt: session.updatedAt,
    messages: current.activity === "idle" ? merged : [...merged, ...current.messages.slice(ours.length)],
  }));
  noteSession(session);
}

/** Asks for a title after the first answer, unless somebody has named the chat already. */
export async function nameConversation(conversation: Store<Conversation>): Promise<void> {
  const { sessionId, messages } = conversation.get();
  if (sessionId === null || messages.filter(({ role }) => role === "assistant").length !== 1) return;
  const questions = messages
    .filter(({ role }) => role === "user")
    .map(({ role, content }) => ({ role, content }));
  try {
    const suggested = await suggestTitle(questions, AbortSignal.timeout(TITLE_LIMIT_MS));
    // The list knows no messages: a chat that nobody could name is called by its first question.
    const title = suggested ?? shortTitle(questions[0]?.content ?? "");
    if (title === "") return;
    const current = (await refreshSessions()).find(({ $id }) => $id === sessionId);
    if (current?.title === DEFAULT_TITLE) noteSession(await updateSession({ sessionId, title }));
  } catch (error) {
    // A chat without a title of its own is still a chat.
    reportError(error);
  }
}

/** Stores what has been answered so far, for a page that is going away. */
export async function saveBeforeLeaving(): Promise<void> {
  const saves = runningConversations().map(async (conversation) => {
    const { sessionId, messages } = conversation.get();
    if (sessionId === null) return;
    const stored = toStored(
      messages.map((message, i) => (i === messages.length - 1 ? { ...message, ending: "stopped" } : message)),
    );
    if (JSON.stringify(stored).length > KEEPALIVE_BYTES) return;
    await updateSession({ sessionId, messages: stored }, { keepalive: true });
  });
  await Promise.all(saves);
}

function finishedMessages({ messages, activity }: Conversation) {
  return activity === "idle" ? messages : messages.slice(0, -1);
}
