import type { ChatPrompt } from "../domain/build-prompt.ts";

/**
 * Answers a conversation.
 * Contract: test/contracts/chat-model.ts. Fragments come as they are made and none is empty; leaving the
 * loop or aborting the signal ends the call upstream; every failure is the AppError `model-failed`.
 */
export interface ChatModel {
  answer(prompt: ChatPrompt, signal: AbortSignal): AsyncIterable<string>;
}
