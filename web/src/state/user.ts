import { type AccountState, account } from "./account.ts";
import { type Preferences, preferences } from "./preferences.ts";
import { useStore } from "./store.ts";

/** The rule of the service for every id. */
const ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;

/** Whose library this is: the account's, or where nobody signs in the one that was chosen. */
export function currentUserId(): string {
  return userIdOf(account.get(), preferences.get());
}

/** Whose library this is, for components. */
export function useUserId(): string {
  const state = useStore(account);
  return useStore(preferences, (chosen) => userIdOf(state, chosen));
}

/** Whether a text can be a user's id. */
export function isUserId(text: string): boolean {
  return ID.test(text);
}

function userIdOf(state: AccountState, { userId }: Preferences): string {
  return state.state === "in" || state.state === "locked" ? state.user.userId : userId;
}
