import type { Source } from "../../../src/domain/chat-event.ts";
import type { Grounding } from "../../../src/domain/grounding/grounding.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Session } from "../../../src/domain/session.ts";

/** A message of a chat with what the page keeps beside its text. */
export interface ChatMessage {
  role: "user" | "assistant";
  content: string;
  /** The passages that an answer was given from. */
  sources?: Source[];
  /** How far these bear the answer out; absent where it was stopped, or given before the service could tell. */
  grounding?: Grounding;
  /** The documents that a question was restricted to. */
  scope?: string[];
  /** Why an answer is not whole. */
  ending?: "stopped" | "failed";
  /** What the service said when it failed. */
  failure?: string;
}

/** The messages of a session; what is not a question or an answer is left out. */
export function messagesOf({ messages }: Pick<Session, "messages">): ChatMessage[] {
  const stored: unknown = JSON.parse(messages);
  return Array.isArray(stored) ? stored.flatMap(toChatMessage) : [];
}

function toChatMessage(message: Message & Omit<Partial<ChatMessage>, "role">): ChatMessage[] {
  const { role, content, sources, grounding, scope, ending, failure } = message;
  if (role === "system" || typeof content !== "string") return [];
  return [
    {
      role: role === "user" ? "user" : "assistant",
      content,
      ...(Array.isArray(sources) ? { sources } : {}),
      ...(Array.isArray(grounding?.sentences) ? { grounding } : {}),
      ...(Array.isArray(scope) ? { scope } : {}),
      ...(ending === "stopped" || ending === "failed" ? { ending } : {}),
      ...(typeof failure === "string" ? { failure } : {}),
    },
  ];
}

/** Messages as the service stores them: any fields beside the two that it knows are kept. */
export function toStored(messages: readonly ChatMessage[]): Message[] {
  return messages.map((message) => ({ ...message }));
}
