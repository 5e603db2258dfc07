import type { Named } from "../domain/own-id.ts";
import type { NewSession, Session, SessionChanges, SessionSummary } from "../domain/session.ts";

/**
 * Where chat sessions are kept.
 * Contract: test/contracts/session-store.ts. What was awaited survives a crash; an unknown session is
 * the AppError `session-not-found`; a full disk of the service is `disk-full`, any other failure `database-failed`. Ids
 * are known as they are written, to the letter; half a character (a lone surrogate) is kept as U+FFFD.
 */
export interface SessionStore {
  /**
   * The user's sessions, most recently updated first, ties broken by the later creation. A long list is read as it is
   * taken, so that only some megabytes of it are ever held: its order is that of the beginning, each session is as it
   * was when it was read, and one that was removed before that is left out.
   */
  list(userId: string, limit: number, signal: AbortSignal): AsyncIterable<Session>;
  /** The same list without messages. */
  summaries(userId: string, limit: number, signal: AbortSignal): Promise<SessionSummary[]>;
  find(session: Named, signal: AbortSignal): Promise<Session>;
  create(session: NewSession, signal: AbortSignal): Promise<Session>;
  /** Changes the given fields and `updatedAt`, which never goes back. */
  update(session: Named, changes: SessionChanges, signal: AbortSignal): Promise<Session>;
  remove(session: Named, signal: AbortSignal): Promise<void>;
  /**
   * Takes a document that was removed out of every session that it is pinned to, the owner's where one is named; says how
   * many there were. `updatedAt` stays: nobody has said anything in these sessions, so their order in the list does too.
   */
  unpin(document: Named, signal: AbortSignal): Promise<number>;
  /** Removes some of the user's sessions and says how many; 0 where none is left. */
  removeSome(userId: string, signal: AbortSignal): Promise<number>;
}
