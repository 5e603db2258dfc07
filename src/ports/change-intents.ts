import type { Named } from "../domain/own-id.ts";
import type { ChangeKind, UnfinishedChange } from "./whole-documents.ts";

/**
 * What is about to be done to a document in several stores, kept with its passages, so that somebody else can finish it.
 * Contract: test/contracts/change-intents.ts. What was awaited survives a crash. A document that has no passages needs
 * no intent and keeps none; renaming or removing the passages takes the intent back. Every failure is the AppError
 * `vector-store-failed`.
 */
export interface ChangeIntents {
  intend(document: Named, kind: ChangeKind, signal: AbortSignal): Promise<void>;
  withdraw(document: Named, signal: AbortSignal): Promise<void>;
  all(signal: AbortSignal): Promise<UnfinishedChange[]>;
}
