import { createHash, randomBytes } from "node:crypto";

/** A word that nobody can guess: 32 bytes as 43 signs that any header, cookie and link can carry. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text could be such a word: anything else need not be looked for. */
export function looksLikeSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is kept of a secret. It needs no salt and no slowness, because nobody chooses it. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
