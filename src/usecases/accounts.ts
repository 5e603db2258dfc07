import { type Account, accountNameSchema, type Invitation, passwordSchema } from "../domain/account.ts";
import type { Caller } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import { expectFit } from "../domain/expect-fit.ts";
import { hashSecret, looksLikeSecret } from "../domain/secret.ts";
import type { AccountStore, NewAccount } from "../ports/account-store.ts";
import type { PasswordHasher } from "../ports/password-hasher.ts";

/** What accounts are made with. */
export interface AccountParts {
  accounts: AccountStore;
  passwords: PasswordHasher;
  now(): Date;
  newId(): string;
  newSecret(): string;
}

/** What somebody chooses who makes an account. */
export interface AccountDraft {
  name: string;
  password: string;
}

const DAY_MS = 24 * 60 * 60_000;
const INVITED_FOR_MS = 7 * DAY_MS;

/** Makes an account for somebody, without an invitation. */
export async function addAccount(
  parts: AccountParts,
  draft: AccountDraft & { userId?: string | undefined; isOwner: boolean },
  signal: AbortSignal,
): Promise<Account> {
  return parts.accounts.create(await prepareAccount(parts, draft, signal), signal);
}

/** Whether somebody may make an account by this token. */
export async function isInvited(
  { accounts }: Pick<AccountParts, "accounts">,
  token: string,
  signal: AbortSignal,
): Promise<boolean> {
  return looksLikeSecret(token) && accounts.hasInvitation(hashSecret(token), signal);
}

/** Invites somebody. The token is for the link, and nobody is ever told it again. */
export async function invite(
  { accounts, now, newId, newSecret }: AccountParts,
  caller: Caller,
  signal: AbortSignal,
): Promise<{ invitation: Invitation; token: string }> {
  expectOwner(caller);
  const token = newSecret();
  const at = now();
  const invitation = {
    invitationId: newId(),
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + INVITED_FOR_MS).toISOString(),
  };
  await accounts.addInvitation({ ...invitation, hash: hashSecret(token) }, signal);
  return { invitation, token };
}

/** The invitations that nobody has used yet, the latest first. */
export async function listInvitations(
  { accounts }: Pick<AccountParts, "accounts">,
  caller: Caller,
  signal: AbortSignal,
): Promise<Invitation[]> {
  expectOwner(caller);
  return accounts.listInvitations(signal);
}

/** Takes an invitation back. */
export async function endInvitation(
  { accounts }: Pick<AccountParts, "accounts">,
  { caller, invitationId }: { caller: Caller; invitationId: string },
  signal: AbortSignal,
): Promise<void> {
  expectOwner(caller);
  if (!(await accounts.endInvitation(invitationId, signal))) {
    throw new AppError("not-found", "There is no such invitation");
  }
}

/** Everybody who has an account, the first one first. */
export async function listAccounts(
  { accounts }: Pick<AccountParts, "accounts">,
  caller: Caller,
  signal: AbortSignal,
): Promise<Account[]> {
  expectOwner(caller);
  return accounts.list(signal);
}

/** Sets a password without the old one, as a command may, and signs the user out everywhere. */
export async function resetPassword(
  { accounts, passwords }: AccountParts,
  { name, password }: AccountDraft,
  signal: AbortSignal,
): Promise<Account> {
  const account = await findAccount({ accounts }, name, signal);
  const passwordHash = await passwords.hash(expectFit(passwordSchema, password, "The password"), signal);
  const change = { userId: account.userId, from: null, passwordHash, exceptSignInId: null };
  if (!(await accounts.setPassword(change, signal))) throw noSuchAccount(name);
  return account;
}

/** The account of this name, whatever its case. */
export async function findAccount(
  { accounts }: Pick<AccountParts, "accounts">,
  name: string,
  signal: AbortSignal,
): Promise<Account> {
  const found = await accounts.findByName(name, signal);
  if (found === null) throw noSuchAccount(name);
  const { passwordHash: _secret, ...account } = found;
  return account;
}

/** Refuses whoever is not an owner. */
function expectOwner({ isOwner }: Caller): void {
  if (isOwner) return;
  throw new AppError("forbidden", "Only an owner may do this", {
    details: "Ask whoever has set the service up",
  });
}

/** Checks what somebody has chosen and hashes the password. */
export async function prepareAccount(
  { passwords, newId }: AccountParts,
  draft: AccountDraft & { userId?: string | undefined; isOwner: boolean },
  signal: AbortSignal,
): Promise<NewAccount> {
  const name = expectFit(accountNameSchema, draft.name, "The name");
  const password = expectFit(passwordSchema, draft.password, "The password");
  const passwordHash = await passwords.hash(password, signal);
  return { userId: draft.userId ?? newId(), name, isOwner: draft.isOwner, passwordHash };
}

function noSuchAccount(name: string): AppError {
  return new AppError("not-found", `There is no account ${name}`);
}
