import { signIn } from "../api/account.ts";
import { type AppwriteProject, makeAppwriteToken } from "../api/appwrite.ts";
import { account, doubtAccount } from "../state/account.ts";

/** A token is valid for 15 minutes, and is renewed with enough of them left for two more tries. */
const RENEW_MS = 10 * 60_000;
const LOOK_MS = 60_000;

/** When any tab of this browser did so last: all of them share the sign-in, and one is enough. */
const RENEWED_AT = "carrel.renewedAt";

/** Signs this browser in by what Appwrite knows of it; says whether it knew somebody. */
export async function renewSignIn(project: AppwriteProject | null): Promise<boolean> {
  if (project === null) return false;
  let token: string | null;
  try {
    token = await makeAppwriteToken(project);
  } catch (error) {
    // Without Appwrite there is nothing to renew by; whoever signs in by hand is told.
    reportError(error);
    return false;
  }
  if (token === null) return false;
  await signIn({ token });
  noteRenewal(Date.now());
  return true;
}

/** Renews the sign-in of an open page before it ends. */
export function watchRenewal(): () => void {
  let isRenewing = false;
  const renew = async () => {
    const current = account.get();
    // Real time: a machine that has slept is late, and does not know by its timers.
    const isDue = Math.abs(Date.now() - lastRenewal()) > RENEW_MS;
    if (current.state !== "in" || current.way.appwrite === null || !isDue || isRenewing) return;
    isRenewing = true;
    try {
      if (!(await renewSignIn(current.way.appwrite))) noteRenewal(Date.now() - RENEW_MS + 2 * LOOK_MS);
      // It may have become another user's, in another tab of Appwrite.
      else doubtAccount();
    } catch (error) {
      // The next look tries again; when none succeeds in time, the page asks to sign in.
      reportError(error);
    } finally {
      isRenewing = false;
    }
  };
  const timer = setInterval(() => void renew(), LOOK_MS);
  const look = () => void renew();
  const stop = account.subscribe(look);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    stop();
    document.removeEventListener("visibilitychange", look);
  };
}

function lastRenewal(): number {
  try {
    return Number(localStorage.getItem(RENEWED_AT) ?? 0);
  } catch (error) {
    // A browser that keeps nothing renews too often rather than never.
    reportError(error);
    return 0;
  }
}

function noteRenewal(at: number): void {
  try {
    localStorage.setItem(RENEWED_AT, String(at));
  } catch (error) {
    reportError(error);
  }
}
