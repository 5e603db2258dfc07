import type { SignIn } from "../../../src/domain/account.ts";
import type { AccountUser, SignInWay } from "../state/account.ts";
import { send, sendForJson } from "./request.ts";

const PATH = "/api/account";

/** What the service says of who asks, and of how people sign in. */
export interface AccountAnswer extends Omit<SignInWay, "mode"> {
  mode: SignInWay["mode"] | "none";
  account: AccountUser | null;
}

/** Asks how people sign in, and who did in this browser. */
export function readAccount(): Promise<AccountAnswer> {
  return sendForJson(PATH, { isAboutAccount: true });
}

/** What somebody types who signs in or makes an account. */
export interface Credentials {
  name: string;
  password: string;
}

/** Signs this browser in. */
export async function signIn(credentials: Credentials | { token: string }): Promise<void> {
  await ask(`${PATH}/sign-in`, credentials);
}

/** Makes the first account, which is the owner's, and signs this browser in. */
export async function makeFirstAccount(credentials: Credentials): Promise<void> {
  await ask(`${PATH}/setup`, credentials);
}

/** Makes an account by an invitation and signs this browser in. */
export async function joinByInvitation(invitation: string, credentials: Credentials): Promise<void> {
  await ask(`${PATH}/join`, { invitation, ...credentials });
}

/** Signs this browser out, or every browser of the user. */
export async function signOut(everywhere: boolean): Promise<void> {
  await ask(`${PATH}/sign-out`, { everywhere });
}

/** Changes the password; every other browser of the user is signed out by it. */
export async function changePassword(current: string, next: string): Promise<void> {
  await ask(`${PATH}/password`, { current, next });
}

/** A browser in which the user is signed in. */
export type ListedSignIn = SignIn & { isThisOne: boolean };

/** The browsers in which the user is signed in, the latest seen first. */
export async function listSignIns(): Promise<ListedSignIn[]> {
  return (await sendForJson<{ signIns: ListedSignIn[] }>(`${PATH}/sign-ins`)).signIns;
}

/** Signs another browser out. */
export async function endSignIn(signInId: string): Promise<void> {
  await send(`${PATH}/sign-ins`, { method: "DELETE", query: { signInId } });
}

async function ask(path: string, body: object): Promise<void> {
  await send(path, { method: "POST", body, isAboutAccount: true });
}
