import { createStore, useStore } from "./store.ts";

/** How people sign in to this service. */
export interface SignInWay {
  mode: "password" | "jwt" | "appwrite" | "proxy";
  /** Whether nobody has an account yet. */
  isNew: boolean;
  /** Where people sign in, where that is elsewhere. */
  signInUrl: string | null;
  appwrite: { endpoint: string; projectId: string } | null;
}

/** Who is signed in. */
export interface AccountUser {
  userId: string;
  name: string;
  isOwner: boolean;
}

/**
 * What this tab knows of who it is for. `open`: nobody has to sign in. `locked`: somebody was signed in and is not any
 * more; all that is theirs stays until it is known who signs in next. `left`: it is somebody else, and this page goes.
 */
export type AccountState =
  | { state: "unknown"; error: unknown }
  | { state: "open" }
  | { state: "out"; way: SignInWay }
  | { state: "in"; way: SignInWay; user: AccountUser }
  | { state: "locked"; way: SignInWay; user: AccountUser; isAsked: boolean }
  | { state: "left" };

/** The account of this tab. */
export const account = createStore<AccountState>({ state: "unknown", error: null });

/** How often somebody has been let in: what was refused before the last time may be tried again. */
const signIns = createStore(0);
/** How often something made it doubtful who is signed in. */
export const doubts = createStore(0);

/** The longest that a request waits for somebody to sign in again. */
const WAIT_MS = 60 * 60_000;

/** To be noted when a request is sent, for `noteRefusal`. */
export function signInCount(): number {
  return signIns.get();
}

/** The same for components, to read again what could not be read. */
export function useSignInCount(): number {
  return useStore(signIns);
}

/** Lets a user in. */
export function admit(way: SignInWay, user: AccountUser): void {
  const before = account.get();
  account.set({ state: "in", way, user });
  if (before.state !== "in") signIns.update((count) => count + 1);
}

/** Whether somebody has to sign in again before anything can be asked for. */
export function isLocked(): boolean {
  return account.get().state === "locked";
}

/** Runs `listener` each time the same user is back. */
export function onUnlock(listener: () => void): () => void {
  let wasLocked = isLocked();
  return account.subscribe(() => {
    const isBack = wasLocked && account.get().state === "in";
    wasLocked = isLocked();
    if (isBack) listener();
  });
}

/** Says that it is doubtful who is signed in: the service is asked. */
export function doubtAccount(): void {
  doubts.update((count) => count + 1);
}

/**
 * Notes that the service refused a request that was sent when `sentAt` sign-ins had been. True where the reason is that
 * nobody is signed in: then it was not even begun, and can be sent again after `untilSignedIn`.
 */
export function noteRefusal(status: number, sentAt: number): boolean {
  const current = account.get();
  if (current.state !== "in" && current.state !== "locked") return false;
  if (status === 403) doubtAccount();
  if (status !== 401) return false;
  // One that was under way while somebody signed in says nothing of the present.
  if (current.state === "in" && sentAt === signInCount())
    account.set({ ...current, state: "locked", isAsked: false });
  return true;
}

/** Waits until the user is back; says whether that was within reason. */
export function untilSignedIn(signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (account.get().state === "in") {
      resolve(true);
      return;
    }
    const abort = () => end(() => reject(signal?.reason));
    const timer = setTimeout(() => end(() => resolve(false)), WAIT_MS);
    const stop = account.subscribe(() => {
      if (account.get().state === "in") end(() => resolve(true));
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener("abort", abort);
      settle();
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
  });
}

const farewells = new Set<() => Promise<unknown>>();

/** Runs `farewell` before the user signs out, for what has to be sent while that is possible. */
export function beforeSignOut(farewell: () => Promise<unknown>): () => void {
  farewells.add(farewell);
  return () => farewells.delete(farewell);
}

/** Sends what has to be sent before the user signs out. */
export async function sayFarewell(): Promise<void> {
  await Promise.allSettled([...farewells].map((farewell) => farewell()));
}

/**
 * Ends this page and loads it anew, for whoever is signed in now. A new document is the one way to be sure that nothing
 * of the user before stays in memory.
 */
export function leavePage(): void {
  account.set({ state: "left" });
  // Drawn empty first: the browser may keep the page for its way back.
  setTimeout(() => location.replace("/"), 0);
}
