import { cleanTitle } from "../domain/clean-title.ts";
import type { Message } from "../domain/message.ts";
import type { Library } from "./library.ts";

const MESSAGES_READ = 3;

/** A short title for a conversation, from its first messages by the user; `New Chat` where nothing fits. */
export async function nameSession(
  library: Pick<Library, "titleModel">,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<string> {
  const texts = messages
    .filter((message) => message.role === "user")
    .slice(0, MESSAGES_READ)
    .map((message) => message.content);
  return cleanTitle(texts.length === 0 ? "" : await library.titleModel.suggestTitle(texts, signal));
}
