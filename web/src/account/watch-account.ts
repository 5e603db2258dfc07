import { type AccountAnswer, readAccount } from "../api/account.ts";
import { ServiceError, UnreachableError } from "../api/request.ts";
import { type AccountState, account, admit, doubts, leavePage, type SignInWay } from "../state/account.ts";
import { onRecovery } from "../state/connectivity.ts";
import { invitation } from "../state/invitation.ts";
import { onTabNews } from "../state/tab-channel.ts";
import { renewSignIn, watchRenewal } from "./renew-sign-in.ts";

/** When the service is asked again that could not say who is signed in. */
const RETRY_MS = 3_000;

let asking: Promise<void> | null = null;

/** Asks who is signed in, and goes by the answer; several who want to know at once ask once. */
export function askAccount(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

/** Asks after the service has let somebody in, and returns whom. */
export async function askAnew(): Promise<string | null> {
  // Whatever was asked before was answered for whoever was there before.
  await asking;
  const answer = await readAccount();
  adopt(answer);
  invitation.set(null);
  return answer.account?.userId ?? null;
}

/** Knows who is signed in, as long as the page is open: in this tab, in others and elsewhere. */
export function watchAccount(): () => void {
  void askAccount();
  const stops = [
    account.subscribe(() => {
      const current = account.get();
      if (current.state === "locked" && !current.isAsked) void askAccount();
    }),
    doubts.subscribe(() => void askAccount()),
    onRecovery(() => {
      if (isWaiting(account.get())) void askAccount();
    }),
    onTabNews((news) => {
      if (news.about === "account") followTab(news.userId);
    }),
    watchRenewal(),
  ];
  // Whoever signs in elsewhere comes back to this tab.
  const look = () => {
    if (document.visibilityState === "visible" && isWaiting(account.get())) void askAccount();
  };
  // The browser kept the page of the user before for its way back.
  const wake = (event: PageTransitionEvent) => {
    if (event.persisted && account.get().state === "left") location.reload();
  };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  window.addEventListener("pageshow", wake);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("focus", look);
    window.removeEventListener("pageshow", wake);
  };
}

function isWaiting({ state }: AccountState): boolean {
  return state === "unknown" || state === "out" || state === "locked";
}

/** Another tab has signed in or out, and with it the whole browser. */
function followTab(userId: string | null): void {
  const current = account.get();
  if (current.state !== "in" && current.state !== "locked") {
    if (isWaiting(current)) void askAccount();
  } else if (userId !== current.user.userId) leavePage();
  else if (current.state === "locked") void askAccount();
}

async function ask(): Promise<void> {
  try {
    const answer = await readAccount();
    const isRenewed = answer.account === null && (await renewSignIn(answer.appwrite));
    adopt(isRenewed ? await readAccount() : answer);
  } catch (error) {
    const current = account.get();
    if (current.state === "unknown") account.set({ state: "unknown", error });
    if (current.state === "locked") account.set({ ...current, isAsked: true });
    // One that is away is asked again when it is back.
    if (error instanceof UnreachableError) return;
    const waitMs = error instanceof ServiceError ? (error.retryAfterMs ?? RETRY_MS) : RETRY_MS;
    setTimeout(() => {
      if (isWaiting(account.get())) void askAccount();
    }, waitMs);
  }
}

function adopt({ mode, account: user, isNew, signInUrl, appwrite }: AccountAnswer): void {
  const current = account.get();
  if (current.state === "left") return;
  const before = current.state === "in" || current.state === "locked" ? current.user : null;
  if (mode === "none") {
    if (current.state === "unknown" || current.state === "open") account.set({ state: "open" });
    // The service was started anew and does not ask for names any more: this page is nobody's.
    else leavePage();
    return;
  }
  const way: SignInWay = { mode, isNew, signInUrl, appwrite };
  if (current.state === "open" || (before !== null && user !== null && before.userId !== user.userId))
    leavePage();
  else if (user !== null) admit(way, user);
  else if (before !== null) account.set({ state: "locked", way, user: before, isAsked: true });
  else account.set({ state: "out", way });
}
