/**
 * Finds a few words that name a conversation.
 * Contract: test/contracts/title-model.ts. The answer is raw: callers clean it. It may be empty where nothing
 * fits; every failure is the AppError `model-failed`.
 */
export interface TitleModel {
  suggestTitle(userMessages: readonly string[], signal: AbortSignal): Promise<string>;
}
