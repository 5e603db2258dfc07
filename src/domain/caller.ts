import type { Access } from "./api-key.ts";

/** Who asks, where the service tells callers apart. */
export interface Caller {
  userId: string;
  /** What people call this user. */
  name: string;
  access: Access;
  /** Whether this caller invites and removes others. */
  isOwner: boolean;
  by: "password" | "key" | "token" | "proxy";
  /** The browser, where it is signed in by password. */
  signInId: string | null;
  keyId: string | null;
}
