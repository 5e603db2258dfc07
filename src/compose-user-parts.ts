import { join } from "node:path";
import { openAuditFile } from "./adapters/data-folder/audit-file.ts";
import { openKeptWork } from "./adapters/embedded/kept-work.ts";
import { openStores, type StoresUse } from "./compose-stores.ts";
import type { Config } from "./config.ts";
import { openKeyLocks } from "./flow/key-locks.ts";
import type { AccountStore } from "./ports/account-store.ts";
import type { AuditLog } from "./ports/audit-log.ts";
import type { Log } from "./ports/log.ts";
import type { ProvenPlaces } from "./usecases/prove-removal.ts";
import { forgetJobs, type UserParts } from "./usecases/remove-user.ts";

/** What a command needs that removes users, without anything that answers or embeds. */
interface OpenUserParts {
  parts: UserParts & { accounts: AccountStore | null };
  audit: AuditLog;
  close(): Promise<void>;
}

/** Opens every place in which something may be left of what was removed, to look at it. */
export async function openProvenPlaces(
  config: Config,
  log: Log,
): Promise<{ places: ProvenPlaces; close(): Promise<void> }> {
  const stores = await openStores(config, log, { access: "look", command: "carrel doctor --proof" });
  const keptWork = openKeptWork(join(config.dataDirectory, "jobs"));
  const audit = openAuditFile({ directory: config.dataDirectory });
  return { places: { ...stores, keptWork, audit }, close: stores.close };
}

/** Opens everything that may keep something of a user. */
export async function openUserParts(config: Config, log: Log, use: StoresUse): Promise<OpenUserParts> {
  const stores = await openStores(config, log, use);
  const keptWork = openKeptWork(join(config.dataDirectory, "jobs"));
  return {
    parts: { ...stores, locks: openKeyLocks(), indexing: forgetJobs({ jobs: stores.jobs, keptWork }) },
    audit: openAuditFile({ directory: config.dataDirectory }),
    close: stores.close,
  };
}
