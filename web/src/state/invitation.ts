import { createStore } from "./store.ts";

/** The invitation that the address brought; null where it brought none. */
export const invitation = createStore<string | null>(takeInvitation());

/** Follows a link to an invitation that is opened where the page already is. */
export function watchInvitation(): () => void {
  const follow = () => {
    const taken = takeInvitation();
    if (taken !== null) invitation.set(taken);
  };
  window.addEventListener("hashchange", follow);
  return () => window.removeEventListener("hashchange", follow);
}

/** Takes it out of the address at once: nobody reads it over a shoulder, in the history or in a picture of the screen. */
function takeInvitation(): string | null {
  if (location.pathname.replace(/\/+$/, "") !== "/join" || location.hash.length < 2) return null;
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/join");
  return token;
}
