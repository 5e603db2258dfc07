import type { SessionSummary } from "../../../src/domain/session.ts";
import { DEFAULT_TITLE } from "../api/default-title.ts";
import { openConversation } from "./conversation.ts";

/** What a session is called: its title, else its first question, where this tab has it open. */
export function titleOf({ $id, title }: SessionSummary, untitled: string): string {
  if (title !== DEFAULT_TITLE) return title;
  const messages = openConversation($id)?.get().messages ?? [];
  return shortTitle(messages.find(({ role }) => role === "user")?.content ?? "") || untitled;
}

/** A question as a title: one line, cut to its beginning. */
export function shortTitle(question: string): string {
  return question.replace(/\s+/g, " ").trim().slice(0, 80).trim();
}
