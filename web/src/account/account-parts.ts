import type { AccountUser, SignInWay } from "../state/account.ts";
import type { AccountPart } from "../state/route.ts";

/** What there is of an account here: passwords, browsers and users only where this service keeps them. */
export function partsOf({ mode }: SignInWay, { isOwner }: AccountUser): AccountPart[] {
  if (mode !== "password") return ["profile", "keys"];
  return isOwner ? ["profile", "browsers", "keys", "users"] : ["profile", "browsers", "keys"];
}
