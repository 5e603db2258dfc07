import type { Session } from "../../../src/domain/session.ts";
import { DEFAULT_TITLE } from "../api/default-title.ts";
import { messagesOf } from "./chat-message.ts";

/** What a session is called: its title, else its first question. */
export function titleOf(session: Session, untitled: string): string {
  if (session.title !== DEFAULT_TITLE) return session.title;
  const question = messagesOf(session).find(({ role }) => role === "user")?.content;
  return question?.replace(/\s+/g, " ").trim().slice(0, 80) || untitled;
}
