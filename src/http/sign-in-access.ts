import type { Identities } from "../usecases/identities.ts";
import type { Guard } from "./authenticate.ts";
import type { ClientAddresses } from "./client-address.ts";

/** What the routes around signing in work with. */
export interface SignInAccess extends Guard {
  identities: Identities;
  addresses: ClientAddresses;
}
