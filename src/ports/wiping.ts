/**
 * Sees to it that nothing can be read any more of what was removed, where its bytes are in the service's own hands.
 * Shown by src/adapters/embedded/storage-wiping.test.ts. It may be asked for at any time; others read and write meanwhile.
 */
export interface Wiping {
  /** Waits until what was removed so far is overwritten, but not for long: the rest is done soon after. Never rejects. */
  settle(signal: AbortSignal): Promise<void>;
  /** Overwrites what is left to be, and says whether nothing is; others may be in the way. */
  wipe(signal: AbortSignal): Promise<boolean>;
}

/** For stores whose bytes are in others' hands. */
export const NOTHING_TO_WIPE: Wiping = { settle: async () => undefined, wipe: async () => true };
