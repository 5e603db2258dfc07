import { goTo } from "../state/location.ts";
import { startConversation } from "./conversation.ts";
import { focusComposer } from "./focus-composer.ts";

/** Begins a chat about certain documents: one is pinned to the chat, several restrict the first question. */
export function askAbout(documents: readonly { documentId: string }[]): void {
  const ids = documents.map(({ documentId }) => documentId);
  const [only, ...others] = ids;
  startConversation(
    only !== undefined && others.length === 0 ? { pinnedDocument: only } : { draftScope: ids },
  );
  goTo({ name: "chat", sessionId: null });
  focusComposer();
}

/** Begins an empty chat, with a question in it where there is one. */
export function startChat(draft = ""): void {
  startConversation({ draft });
  goTo({ name: "chat", sessionId: null });
  focusComposer();
}
