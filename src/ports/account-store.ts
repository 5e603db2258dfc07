import type { Account, Invitation, SignIn } from "../domain/account.ts";

/**
 * Accounts with passwords, the browsers that are signed in, and invitations.
 * Contract: test/contracts/account-store.ts. What was awaited survives a crash. Names are compared without case. Secrets
 * come as hashes and are never given back, but for that of a password. What has expired counts as not there. Every
 * failure is the AppError `database-failed`, a full disk of the service `disk-full`.
 */
export interface AccountStore {
  /** Whether nobody has an account yet. */
  isEmpty(signal: AbortSignal): Promise<boolean>;
  /** Makes the first account; null where there is one, whoever was faster. */
  createFirst(account: NewAccount, signal: AbortSignal): Promise<Account | null>;
  /** Makes an account; the AppError `name-taken` where the name or the user has one. */
  create(account: NewAccount, signal: AbortSignal): Promise<Account>;
  /** Makes an account and uses the invitation up, both or neither; null where the invitation is unknown. */
  createInvited(account: NewAccount, invitationHash: string, signal: AbortSignal): Promise<Account | null>;
  findByName(name: string, signal: AbortSignal): Promise<AccountWithPassword | null>;
  find(userId: string, signal: AbortSignal): Promise<AccountWithPassword | null>;
  /** Every account, the first one first. */
  list(signal: AbortSignal): Promise<Account[]>;
  /** Sets the password and signs the user out everywhere but there; whether there is such an account with the old one. */
  setPassword(change: PasswordChange, signal: AbortSignal): Promise<boolean>;
  /** Keeps the same password by another hash and signs nobody out; whether the account still had the first one. */
  replaceHash(userId: string, from: string, to: string, signal: AbortSignal): Promise<boolean>;
  /** Removes the account and signs the user out everywhere; whether there was one. */
  remove(userId: string, signal: AbortSignal): Promise<boolean>;

  /** Signs a browser in; false where the account is gone or has another password by now. */
  addSignIn(signIn: NewSignIn, signal: AbortSignal): Promise<boolean>;
  /** Whose browser this is, and which; null where it is not signed in. Notes that it was seen, not more often than is worth a write. */
  useSignIn(hash: string, signal: AbortSignal): Promise<{ account: Account; signInId: string } | null>;
  /** The user's browsers, the latest seen first. */
  listSignIns(userId: string, signal: AbortSignal): Promise<SignIn[]>;
  /** Signs one of the user's browsers out; whether it was signed in. */
  endSignIn(userId: string, signInId: string, signal: AbortSignal): Promise<boolean>;
  /** Signs the user out everywhere but there; says how many there were. */
  endSignIns(userId: string, exceptSignInId: string | null, signal: AbortSignal): Promise<number>;

  addInvitation(invitation: Invitation & { hash: string }, signal: AbortSignal): Promise<void>;
  hasInvitation(hash: string, signal: AbortSignal): Promise<boolean>;
  listInvitations(signal: AbortSignal): Promise<Invitation[]>;
  endInvitation(invitationId: string, signal: AbortSignal): Promise<boolean>;
}

export interface NewAccount {
  userId: string;
  name: string;
  isOwner: boolean;
  passwordHash: string;
}

export interface AccountWithPassword extends Account {
  passwordHash: string;
}

export interface PasswordChange {
  userId: string;
  /** The hash that was found right; null where the old password does not matter. */
  from: string | null;
  passwordHash: string;
  /** Stays signed in. */
  exceptSignInId: string | null;
}

export interface NewSignIn extends Pick<SignIn, "signInId" | "expiresAt" | "address" | "agent"> {
  userId: string;
  hash: string;
  /** The one that was found right: who has changed the password since keeps everybody out who knew the old one. */
  passwordHash: string;
}
