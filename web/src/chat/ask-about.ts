import { goTo } from "../state/location.ts";
import { startConversation } from "./conversation.ts";
import { focusComposer } from "./focus-composer.ts";

/** How many documents a chat may be restricted to; more restrict its first question. */
const MOST_PINNED = 50;

/** Begins a chat about certain documents, which are pinned to it. */
export function askAbout(documents: readonly { documentId: string }[]): void {
  const ids = documents.map(({ documentId }) => documentId);
  startConversation(ids.length <= MOST_PINNED ? { pinnedDocuments: ids } : { draftScope: ids });
  goTo({ name: "chat", sessionId: null });
  focusComposer();
}

/** Begins an empty chat, with a question in it where there is one. */
export function startChat(draft = ""): void {
  startConversation({ draft });
  goTo({ name: "chat", sessionId: null });
  focusComposer();
}
