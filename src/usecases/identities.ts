import type { AuditLog } from "../ports/audit-log.ts";
import type { TokenVerifier } from "../ports/token-verifier.ts";
import type { AccountParts } from "./accounts.ts";
import type { KeyParts } from "./api-keys.ts";

/** What callers are told apart with. */
export interface Identities {
  keys: KeyParts;
  audit: AuditLog;
  way: SignInWay;
}

/** How people sign in. */
export type SignInWay =
  | { kind: "password"; accounts: AccountParts }
  | { kind: "jwt"; tokens: TokenVerifier; signInUrl: string | null }
  | { kind: "appwrite"; tokens: TokenVerifier; endpoint: string; projectId: string }
  | { kind: "proxy"; header: string; signInUrl: string | null };
