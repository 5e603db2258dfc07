import {
  type Account,
  accountNameSchema,
  MAX_PASSWORD_LENGTH,
  passwordSchema,
  type SignIn,
} from "../domain/account.ts";
import type { Caller } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { hashSecret, looksLikeSecret } from "../domain/secret.ts";
import type { AccountWithPassword, NewAccount } from "../ports/account-store.ts";
import type { AccountParts } from "./accounts.ts";

/** Where somebody signs in from. */
export interface Browser {
  address: string;
  /** What the browser calls itself. */
  agent: string;
}

/** A browser that was just signed in. The secret is for its cookie, and nobody is ever told it again. */
export interface SignedIn {
  secret: string;
  signInId: string;
  expiresAt: string;
  userId: string;
}

const SIGNED_IN_FOR_MS = 30 * 24 * 60 * 60_000;
const MAX_AGENT_LENGTH = 300;

/** Signs a browser in by name and password. Whatever is wrong, the answer and the time that it takes are the same. */
export async function signIn(
  parts: AccountParts,
  { name, password, ...browser }: Browser & { name: string; password: string },
  signal: AbortSignal,
): Promise<SignedIn> {
  const { accounts, passwords } = parts;
  // Names that nobody can have are looked for as well: not to look would be quicker.
  const account = await accounts.findByName(accountNameSchema.safeParse(name).data ?? "", signal);
  const isRight = await verify(parts, { account, password }, signal);
  if (account === null || !isRight) throw wrongNameOrPassword();
  let { passwordHash } = account;
  if (passwords.needsRehash(passwordHash)) {
    const rehashed = await passwords.hash(password, signal);
    if (await accounts.replaceHash(account.userId, passwordHash, rehashed, signal)) passwordHash = rehashed;
  }
  return beginSignIn(parts, { account: { userId: account.userId, passwordHash }, browser }, signal);
}

/** Signs a browser in for an account that was just made or found right. */
export async function beginSignIn(
  { accounts, now, newId, newSecret }: AccountParts,
  { account, browser }: { account: Pick<NewAccount, "userId" | "passwordHash">; browser: Browser },
  signal: AbortSignal,
): Promise<SignedIn> {
  const { userId, passwordHash } = account;
  const secret = newSecret();
  const signInId = newId();
  const expiresAt = new Date(now().getTime() + SIGNED_IN_FOR_MS).toISOString();
  const { address } = browser;
  const agent = browser.agent.slice(0, MAX_AGENT_LENGTH);
  const hash = hashSecret(secret);
  const isAdded = await accounts.addSignIn(
    { signInId, userId, hash, passwordHash, expiresAt, address, agent },
    signal,
  );
  if (!isAdded) throw wrongNameOrPassword();
  return { secret, signInId, expiresAt, userId };
}

/** Whose browser this is; null where it is not signed in. */
export async function resolveSignIn(
  { accounts }: Pick<AccountParts, "accounts">,
  secret: string,
  signal: AbortSignal,
): Promise<Caller | null> {
  if (!looksLikeSecret(secret)) return null;
  const found = await accounts.useSignIn(hashSecret(secret), signal);
  if (found === null) return null;
  const { userId, name, isOwner } = found.account;
  return { userId, name, access: "write", isOwner, by: "password", signInId: found.signInId, keyId: null };
}

/** Signs the caller's own browser out. One that is out already stays so. */
export async function signOut(
  { accounts }: Pick<AccountParts, "accounts">,
  { userId, signInId }: Caller,
  signal: AbortSignal,
): Promise<void> {
  if (signInId !== null) await accounts.endSignIn(userId, signInId, signal);
}

/** Signs the user out everywhere, there included; says how many browsers there were. */
export function signOutEverywhere(
  { accounts }: Pick<AccountParts, "accounts">,
  { userId }: Pick<Account, "userId">,
  signal: AbortSignal,
): Promise<number> {
  return accounts.endSignIns(userId, null, signal);
}

/** The caller's browsers, the latest seen first. */
export function listSignIns(
  { accounts }: Pick<AccountParts, "accounts">,
  { userId }: Caller,
  signal: AbortSignal,
): Promise<SignIn[]> {
  return accounts.listSignIns(userId, signal);
}

/** Signs one of the caller's browsers out. */
export async function endSignIn(
  { accounts }: Pick<AccountParts, "accounts">,
  { caller, signInId }: { caller: Caller; signInId: string },
  signal: AbortSignal,
): Promise<void> {
  expectPerson(caller);
  if (!(await accounts.endSignIn(caller.userId, signInId, signal))) {
    throw new AppError("not-found", "No such browser is signed in");
  }
}

/** Changes the caller's password and signs every other browser out. */
export async function changePassword(
  parts: AccountParts,
  { caller, current, next }: { caller: Caller; current: string; next: string },
  signal: AbortSignal,
): Promise<void> {
  expectPerson(caller);
  const { accounts, passwords } = parts;
  const { userId, signInId } = caller;
  const password = expectFit(passwordSchema, next, "The new password");
  const account = await accounts.find(userId, signal);
  const isRight = await verify(parts, { account, password: current }, signal);
  if (account === null || !isRight) throw wrongPassword();
  const change = {
    userId,
    from: account.passwordHash,
    passwordHash: await passwords.hash(password, signal),
    exceptSignInId: signInId,
  };
  // Somebody else has changed it meanwhile, and the current one is no longer that.
  if (!(await accounts.setPassword(change, signal))) throw wrongPassword();
}

/** Refuses a key: what a program is given must not reach further than that. */
function expectPerson({ by }: Caller): void {
  if (by !== "key") return;
  throw new AppError("forbidden", "A key cannot do this", { details: "Sign in with the password" });
}

function verify(
  { passwords }: AccountParts,
  { account, password }: { account: AccountWithPassword | null; password: string },
  signal: AbortSignal,
): Promise<boolean> {
  // What is too long for anybody's password is not worth hashing, but the time that it takes must be the same.
  const isTooLong = password.length > 4 * MAX_PASSWORD_LENGTH;
  return passwords.verify(
    isTooLong ? "" : password,
    isTooLong ? null : (account?.passwordHash ?? null),
    signal,
  );
}

function wrongNameOrPassword(): AppError {
  return new AppError("unauthenticated", "The name or the password is wrong");
}

function wrongPassword(): AppError {
  return new AppError("forbidden", "The current password is wrong");
}
