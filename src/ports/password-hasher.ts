/**
 * Turns passwords into what may be kept of them.
 * Contract: src/adapters/passwords/scrypt-hasher.test.ts. Signs that look the same count as the same, however a keyboard
 * puts them together. Only so many are worked on at once as the machine can bear; who would wait too long is refused by
 * the AppError `busy`.
 */
export interface PasswordHasher {
  /** A hash that says itself how it was made. */
  hash(password: string, signal: AbortSignal): Promise<string>;
  /** Whether the password is the one of the hash. Without a hash it is not, and that takes as long. */
  verify(password: string, hash: string | null, signal: AbortSignal): Promise<boolean>;
  /** Whether the hash was made in a way that is too weak by now. */
  needsRehash(hash: string): boolean;
}
