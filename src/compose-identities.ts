import { openAuditFile } from "./adapters/data-folder/audit-file.ts";
import { openScryptHasher } from "./adapters/passwords/scrypt-hasher.ts";
import type { OpenStores } from "./compose-stores.ts";
import type { Config } from "./config.ts";
import { newSecret } from "./domain/secret.ts";
import type { Identities, SignInWay } from "./usecases/identities.ts";

interface World {
  now(): Date;
  newId(): string;
}

/** What callers are told apart with; null where they are not. */
export async function openIdentities(
  { auth, dataDirectory }: Pick<Config, "auth" | "dataDirectory">,
  { keys, accounts }: Pick<OpenStores, "keys" | "accounts">,
  world: World,
): Promise<Identities | null> {
  if (auth.kind === "none") return null;
  return {
    keys: { keys, newSecret, ...world },
    audit: openAuditFile({ directory: dataDirectory }),
    way: await openWay(auth, accounts, world),
  };
}

async function openWay(
  auth: Exclude<Config["auth"], { kind: "none" }>,
  accounts: OpenStores["accounts"],
  world: World,
): Promise<SignInWay> {
  switch (auth.kind) {
    case "password": {
      if (accounts === null) throw new Error("The stores are opened with the same settings");
      return { kind: "password", accounts: { accounts, passwords: openScryptHasher(), newSecret, ...world } };
    }
    case "jwt": {
      const { openJwtVerifier } = await import("./adapters/jwt/open-jwt-verifier.ts");
      return { kind: "jwt", tokens: openJwtVerifier(auth), signInUrl: auth.signInUrl };
    }
    case "appwrite": {
      const { openAccountVerifier } = await import("./adapters/appwrite/verify-account.ts");
      return { ...auth, tokens: openAccountVerifier(auth) };
    }
    case "proxy":
      return auth;
  }
}
