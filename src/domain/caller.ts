import type { Access } from "./api-key.ts";

/** Who asks for something, once that is known. */
export interface Caller {
  userId: string;
  /** What people call the user; the id where nobody says it. */
  name: string;
  access: Access;
  /** Whether others may be invited and removed. A key never may. */
  isOwner: boolean;
  /** By which kind of credential. */
  by: "password" | "key" | "token" | "proxy";
  /** The browser that is signed in, where it is one. */
  signInId: string | null;
  /** The key, where it is one. */
  keyId: string | null;
}
