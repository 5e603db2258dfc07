import type { AuditLog } from "../ports/audit-log.ts";
import type { TokenVerifier } from "../ports/token-verifier.ts";
import type { AccountParts } from "./accounts.ts";
import type { KeyParts } from "./api-keys.ts";

/** What callers are told apart with. */
export interface Identities {
  keys: KeyParts;
  audit: AuditLog;
  way: SignInWay;
  /** What a page has to know to sign somebody in. */
  described: DescribedWay;
}

/** How people sign in. */
export type SignInWay =
  | { kind: "password"; accounts: AccountParts }
  | { kind: "token"; tokens: TokenVerifier }
  | { kind: "proxy"; header: string };

interface DescribedWay {
  mode: "password" | "jwt" | "appwrite" | "proxy";
  /** Where people sign in, where that is elsewhere. */
  signInUrl: string | null;
  appwrite: { endpoint: string; projectId: string } | null;
}
