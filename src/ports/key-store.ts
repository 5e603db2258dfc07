import type { ApiKey } from "../domain/api-key.ts";

/**
 * Keys by which programs act for users.
 * Contract: test/contracts/key-store.ts. What was awaited survives a crash; a key that was removed is not known to the
 * next call of any copy of the service; only hashes of keys are kept. Every failure is the AppError `database-failed`,
 * a full disk of the service `disk-full`.
 */
export interface KeyStore {
  add(key: ApiKey & { hash: string }, signal: AbortSignal): Promise<void>;
  /** The key with this hash, null where there is none or it has expired. Notes that it was used, not more often than is worth a write. */
  use(hash: string, signal: AbortSignal): Promise<ApiKey | null>;
  /** The user's keys, or everybody's, the latest first. */
  list(userId: string | null, signal: AbortSignal): Promise<ApiKey[]>;
  /** Removes the key, where it is this user's or no user is named; whether it was there. */
  remove(keyId: string, userId: string | null, signal: AbortSignal): Promise<boolean>;
  /** Removes every key of the user; says how many there were. */
  removeAll(userId: string, signal: AbortSignal): Promise<number>;
}
