import { openAuditFile } from "./adapters/data-folder/audit-file.ts";
import { openEmbeddedStorage } from "./adapters/embedded/storage.ts";
import { openScryptHasher } from "./adapters/passwords/scrypt-hasher.ts";
import type { StoresUse } from "./compose-stores.ts";
import type { Config } from "./config.ts";
import { newId } from "./domain/id.ts";
import { newSecret } from "./domain/secret.ts";
import type { AuditLog } from "./ports/audit-log.ts";
import type { AccountParts } from "./usecases/accounts.ts";
import type { KeyParts } from "./usecases/api-keys.ts";

type Place = Pick<Config, "platform" | "dataDirectory">;

/** Something open that a command works with; `close` ends it. */
interface Opened<Parts> {
  parts: Parts;
  audit: AuditLog;
  close(): Promise<void>;
}

const world = { now: () => new Date(), newId, newSecret };

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
