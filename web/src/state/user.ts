import { preferences } from "./preferences.ts";
import { useStore } from "./store.ts";

/** The rule of the service for every id. */
const ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/;

/** Whose library this is. */
export function currentUserId(): string {
  return preferences.get().userId;
}

/** Whose library this is, for components. */
export function useUserId(): string {
  return useStore(preferences, (chosen) => chosen.userId);
}

/** Whether a text can be a user's id. */
export function isUserId(text: string): boolean {
  return ID.test(text);
}
