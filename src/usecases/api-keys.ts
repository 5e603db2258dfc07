import { type ApiKey, type KeyDraft, keyDraftSchema } from "../domain/api-key.ts";
import type { Caller } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { hashSecret, looksLikeSecret } from "../domain/secret.ts";
import type { KeyStore } from "../ports/key-store.ts";

/** What keys are made with. */
export interface KeyParts {
  keys: KeyStore;
  now(): Date;
  newId(): string;
  newSecret(): string;
}

/** So that a key is known for one wherever it turns up. */
const PREFIX = "carrel_";
const DAY_MS = 24 * 60 * 60_000;

/** Makes a key for the caller. The secret is shown once, and nobody is ever told it again. */
export async function makeKey(
  parts: KeyParts,
  { caller, ...draft }: KeyDraft & { caller: Caller },
  signal: AbortSignal,
): Promise<{ key: ApiKey; secret: string }> {
  expectNoKey(caller);
  return addKey(parts, { ...draft, userId: caller.userId }, signal);
}

/** Makes a key for a user, as a command may. */
export async function addKey(
  { keys, now, newId, newSecret }: KeyParts,
  { userId, ...wanted }: KeyDraft & { userId: string },
  signal: AbortSignal,
): Promise<{ key: ApiKey; secret: string }> {
  const { label, access, expiresInDays } = expectFit(keyDraftSchema, wanted, "The key");
  const secret = `${PREFIX}${newSecret()}`;
  const at = now();
  const expiresAt =
    expiresInDays === null ? null : new Date(at.getTime() + expiresInDays * DAY_MS).toISOString();
  const createdAt = at.toISOString();
  const key: ApiKey = { keyId: newId(), userId, label, access, createdAt, expiresAt, lastUsedAt: null };
  await keys.add({ ...key, hash: hashSecret(secret) }, signal);
  return { key, secret };
}

/** The caller's keys, the latest first. */
export function listKeys(
  { keys }: Pick<KeyParts, "keys">,
  { userId }: Caller,
  signal: AbortSignal,
): Promise<ApiKey[]> {
  return keys.list(userId, signal);
}

/** Ends one of the caller's keys. */
export async function endKey(
  { keys }: Pick<KeyParts, "keys">,
  { caller, keyId }: { caller: Caller; keyId: string },
  signal: AbortSignal,
): Promise<void> {
  expectNoKey(caller);
  if (!(await keys.remove(keyId, caller.userId, signal))) throw noSuchKey();
}

/** Ends anybody's key, as a command may. */
export async function endAnyKey(
  { keys }: Pick<KeyParts, "keys">,
  keyId: string,
  signal: AbortSignal,
): Promise<void> {
  if (!(await keys.remove(keyId, null, signal))) throw noSuchKey();
}

/** For whom a key acts; null where it is none, has expired or was ended. */
export async function resolveKey(
  { keys }: Pick<KeyParts, "keys">,
  secret: string,
  signal: AbortSignal,
): Promise<Caller | null> {
  if (!secret.startsWith(PREFIX) || !looksLikeSecret(secret.slice(PREFIX.length))) return null;
  const key = await keys.use(hashSecret(secret), signal);
  if (key === null) return null;
  const { userId, access, keyId } = key;
  return { userId, name: userId, access, isOwner: false, by: "key", signInId: null, keyId };
}

/** A key that leaked must not live on in others, nor end those of its owner. */
function expectNoKey({ by }: Caller): void {
  if (by !== "key") return;
  throw new AppError("forbidden", "A key can neither make nor end keys", {
    details: "Sign in, or use `npm run carrel -- key`",
  });
}

function noSuchKey(): AppError {
  return new AppError("not-found", "There is no such key");
}
