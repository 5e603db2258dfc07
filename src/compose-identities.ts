import { openAuditFile } from "./adapters/data-folder/audit-file.ts";
import { openEmbeddedStorage } from "./adapters/embedded/storage.ts";
import { openScryptHasher } from "./adapters/passwords/scrypt-hasher.ts";
import type { OpenStores, StoresUse } from "./compose-stores.ts";
import type { Config } from "./config.ts";
import { newId } from "./domain/id.ts";
import { newSecret } from "./domain/secret.ts";
import type { AuditLog } from "./ports/audit-log.ts";
import type { AccountParts } from "./usecases/accounts.ts";
import type { KeyParts } from "./usecases/api-keys.ts";
import type { Identities, SignInWay } from "./usecases/identities.ts";

const world = { now: () => new Date(), newId, newSecret };

/** What callers are told apart with; null where they are not. */
export async function openIdentities(
  { auth, dataDirectory }: Pick<Config, "auth" | "dataDirectory">,
  { keys, accounts }: Pick<OpenStores, "keys" | "accounts">,
): Promise<Identities | null> {
  if (auth.kind === "none") return null;
  return {
    keys: { keys, ...world },
    audit: openAuditFile({ directory: dataDirectory }),
    way: await openWay(auth, accounts),
    described: {
      mode: auth.kind,
      signInUrl: "signInUrl" in auth ? auth.signInUrl : null,
      appwrite: auth.kind === "appwrite" ? { endpoint: auth.endpoint, projectId: auth.projectId } : null,
    },
  };
}

async function openWay(
  auth: Exclude<Config["auth"], { kind: "none" }>,
  accounts: OpenStores["accounts"],
): Promise<SignInWay> {
  switch (auth.kind) {
    case "password": {
      if (accounts === null) throw new Error("The stores are opened with the same settings");
      return { kind: "password", accounts: { accounts, passwords: openScryptHasher(), ...world } };
    }
    case "jwt": {
      const { openJwtVerifier } = await import("./adapters/jwt/open-jwt-verifier.ts");
      return { kind: "token", tokens: openJwtVerifier(auth) };
    }
    case "appwrite": {
      const { openAccountVerifier } = await import("./adapters/appwrite/verify-account.ts");
      return { kind: "token", tokens: openAccountVerifier(auth) };
    }
    case "proxy":
      return { kind: "proxy", header: auth.header };
  }
}

type Place = Pick<Config, "platform" | "dataDirectory">;

/** Something open that a command works with; `close` ends it. */
interface Opened<Parts> {
  parts: Parts;
  audit: AuditLog;
  close(): Promise<void>;
}

/** Opens the accounts, which are in the data folder wherever everything else is. */
export async function openAccounts({ dataDirectory }: Place, use: StoresUse): Promise<Opened<AccountParts>> {
  const { accounts, close } = await openEmbeddedStorage({ directory: dataDirectory, ...use });
  const audit = openAuditFile({ directory: dataDirectory });
  return { parts: { accounts, passwords: openScryptHasher(), ...world }, audit, close };
}

/** Opens the keys, which are where the sessions and files are. */
export async function openKeys(
  { platform, dataDirectory }: Place,
  use: StoresUse,
): Promise<Opened<KeyParts>> {
  const audit = openAuditFile({ directory: dataDirectory });
  switch (platform.kind) {
    case "embedded": {
      const { keys, close } = await openEmbeddedStorage({ directory: dataDirectory, ...use });
      return { parts: { keys, ...world }, audit, close };
    }
    case "appwrite": {
      const { openAppwritePlatform } = await import("./adapters/appwrite/open-appwrite-platform.ts");
      const { keys } = openAppwritePlatform(platform);
      return { parts: { keys, ...world }, audit, close: async () => undefined };
    }
  }
}
