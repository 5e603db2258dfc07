import type { StoredFile } from "../domain/document.ts";
import type { Session } from "../domain/session.ts";

/**
 * All sessions and files of a platform, whosever they are: how a library is checked and moved.
 * Contract: test/contracts/platform-archive.ts. What is put keeps its id, its owner and its times, but for the time
 * at which a file was stored, which some platforms set themselves. Failures are those of the stores.
 */
export interface PlatformArchive {
  /** Every session, in the order of their creation. */
  sessions(signal: AbortSignal): AsyncIterable<Session>;
  /** Puts a session under its own id, in the place of one that is there. */
  putSession(session: Session, signal: AbortSignal): Promise<void>;
  /** Every file that is there whole. */
  files(signal: AbortSignal): AsyncIterable<StoredFile>;
  /** Puts a file under its own id; `storage-failed` where there is one, and where the bytes are not as many as it says. */
  putFile(file: StoredFile, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}
