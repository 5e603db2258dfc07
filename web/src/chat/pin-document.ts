import { place } from "../state/location.ts";
import { type Store, useStore } from "../state/store.ts";
import { type Conversation, newConversation, openConversation } from "./conversation.ts";
import { saveConversation } from "./save-conversation.ts";

/** The document that the chat in front is restricted to. */
export function usePinnedDocument(): string | null {
  return useStore(shownConversation(), ({ pinnedDocument }) => pinnedDocument);
}

/** Restricts the chat in front to a document, or to none, and keeps that. */
export function pinDocument(documentId: string | null): void {
  const conversation = shownConversation();
  conversation.update((current) => ({ ...current, pinnedDocument: documentId }));
  if (conversation.get().sessionId !== null) void saveConversation(conversation);
}

function shownConversation(): Store<Conversation> {
  const { route } = place.get();
  const known =
    route.name === "chat" && route.sessionId !== null ? openConversation(route.sessionId) : undefined;
  return known ?? newConversation.get();
}
