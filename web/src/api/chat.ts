import type { ChatEvent } from "../../../src/domain/chat-event.ts";
import type { Message } from "../../../src/domain/message.ts";
import { DEFAULT_TITLE } from "./default-title.ts";
import { readEvents } from "./read-events.ts";
import { ServiceError, send, sendForJson, UnreachableError } from "./request.ts";

/** A question with the conversation before it. */
export interface Question {
  messages: readonly Pick<Message, "role" | "content">[];
  userId: string;
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
  /** Whether every sentence of the answer is to be compared with what it cites. */
  grounding: boolean;
}

/** Asks, and gives the answer as it comes. Ending the iteration or the signal ends it at the service too. */
export async function* askQuestion(question: Question, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const response = await send("/api/chat", {
    method: "POST",
    body: question,
    accept: "text/event-stream",
    signal,
  });
  if (response.body === null) throw new UnreachableError("The answer is empty");
  let isDone = false;
  for await (const payload of readEvents(response.body)) {
    if (payload === "[DONE]") {
      isDone = true;
      continue;
    }
    const event = JSON.parse(payload) as ChatEvent | { error: string };
    if ("error" in event) throw new ServiceError(event.error, { status: 500 });
    yield event;
  }
  if (!isDone) throw new UnreachableError("The stream ended before its end mark");
}

/** A title for a conversation; null where the service has none to offer. */
export async function suggestTitle(
  messages: Question["messages"],
  signal: AbortSignal,
): Promise<string | null> {
  const { title } = await sendForJson<{ title: string }>("/api/chat/generate-title", {
    method: "POST",
    body: { messages },
    signal,
  });
  return title === DEFAULT_TITLE ? null : title;
}
