import { cleanTitle } from "../domain/clean-title.ts";
import type { Library } from "./library.ts";

/** A short title for a conversation, from its first messages by the user; `New Chat` where nothing fits. */
export async function nameSession(
  library: Pick<Library, "titleModel">,
  firstQuestions: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const suggestion =
    firstQuestions.length === 0 ? "" : await library.titleModel.suggestTitle(firstQuestions, signal);
  return cleanTitle(suggestion);
}
