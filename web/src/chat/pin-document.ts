import { place } from "../state/location.ts";
import { type Store, useStore } from "../state/store.ts";
import { type Conversation, newConversation, openConversation } from "./conversation.ts";
import { saveConversation } from "./save-conversation.ts";

/** Whether the chat in front is restricted to a document, alone or among others. */
export function useIsPinned(documentId: string): boolean {
  return useStore(shownConversation(), ({ pinnedDocuments }) => pinnedDocuments.includes(documentId));
}

/** Adds a document to those that the chat in front is restricted to, or takes it away, and keeps that. */
export function togglePin(documentId: string): void {
  const conversation = shownConversation();
  conversation.update((current) => {
    const others = current.pinnedDocuments.filter((id) => id !== documentId);
    const isPinned = others.length < current.pinnedDocuments.length;
    return { ...current, pinnedDocuments: isPinned ? others : [...others, documentId] };
  });
  if (conversation.get().sessionId !== null) void saveConversation(conversation);
}

function shownConversation(): Store<Conversation> {
  const { route } = place.get();
  const known =
    route.name === "chat" && route.sessionId !== null ? openConversation(route.sessionId) : undefined;
  return known ?? newConversation.get();
}
