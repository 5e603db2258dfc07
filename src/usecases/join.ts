import { AppError } from "../domain/errors.ts";
import { hashSecret } from "../domain/secret.ts";
import { type AccountDraft, type AccountParts, isInvited, prepareAccount } from "./accounts.ts";
import { type Browser, beginSignIn, type SignedIn } from "./sign-in.ts";

/**
 * Makes the owner's account where there is none yet, and signs the browser in. It may take over the documents of a user
 * who was there before anybody had to sign in.
 */
export async function makeFirstAccount(
  parts: AccountParts,
  { browser, ...draft }: AccountDraft & { userId?: string | undefined; browser: Browser },
  signal: AbortSignal,
): Promise<SignedIn> {
  // Hashing is the work of a tenth of a second: not for anybody who happens to ask.
  if (!(await parts.accounts.isEmpty(signal))) throw notTheFirst();
  const account = await prepareAccount(parts, { ...draft, isOwner: true }, signal);
  if ((await parts.accounts.createFirst(account, signal)) === null) throw notTheFirst();
  return beginSignIn(parts, { account, browser }, signal);
}

/** Makes an account by an invitation, which is used up by it, and signs the browser in. */
export async function joinByInvitation(
  parts: AccountParts,
  { token, browser, ...draft }: AccountDraft & { token: string; browser: Browser },
  signal: AbortSignal,
): Promise<SignedIn> {
  if (!(await isInvited(parts, token, signal))) throw notInvited();
  const account = await prepareAccount(parts, { ...draft, isOwner: false }, signal);
  const made = await parts.accounts.createInvited(account, hashSecret(token), signal);
  if (made === null) throw notInvited();
  return beginSignIn(parts, { account, browser }, signal);
}

function notTheFirst(): AppError {
  return new AppError("forbidden", "There is an account already", {
    details: "Sign in, or ask its owner for an invitation",
  });
}

function notInvited(): AppError {
  return new AppError("not-found", "The invitation is not valid any more", {
    details: "Each one is for one account and for seven days: ask for another one",
  });
}
