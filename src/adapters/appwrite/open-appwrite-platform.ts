import { newId as newRandomId } from "../../domain/id.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { JobStore } from "../../ports/job-store.ts";
import type { KeyStore } from "../../ports/key-store.ts";
import type { PlatformArchive } from "../../ports/platform-archive.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import { type AppwriteRequest, openAppwriteApi } from "./appwrite-api.ts";
import type { Area } from "./appwrite-failure.ts";
import { openBucketFiles } from "./bucket-files.ts";
import { openBucketOwners } from "./bucket-owners.ts";
import { openJobRows } from "./job-rows.ts";
import { openKeyRows } from "./key-rows.ts";
import { openPlatformArchive } from "./platform-archive.ts";
import { type PlatformNames, provisionJobs, provisionKeys, provisionPlatform } from "./provision.ts";
import { openSessionRows } from "./session-rows.ts";

export interface AppwriteOptions extends Omit<PlatformNames, "keysTableId"> {
  /** `keys` where nothing is said. */
  keysTableId?: string | undefined;
  /** With the version, for example `https://cloud.appwrite.io/v1`. */
  endpoint: string;
  projectId: string;
  apiKey: string;
  /** How long one call may take, repeats included. */
  timeoutMs?: number | undefined;
  now?: (() => Date) | undefined;
  newId?: (() => string) | undefined;
}

/** Sessions, jobs, keys and files of one Appwrite project. */
export interface AppwritePlatform {
  sessions: SessionStore;
  jobs: JobStore;
  keys: KeyStore;
  files: FileStore;
  archive: PlatformArchive;
  /** Rejects where the table or the bucket cannot be read. */
  check(signal: AbortSignal): Promise<void>;
  /** Creates what is missing and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
}

const TIMEOUT_MS = 20_000;

/** Opens the platform. The server is first asked for something by the first call. */
export function openAppwritePlatform(options: AppwriteOptions): AppwritePlatform {
  const { endpoint, projectId, apiKey, databaseId, sessionsTableId, jobsTableId, bucketId } = options;
  const {
    keysTableId = "keys",
    timeoutMs = TIMEOUT_MS,
    now = () => new Date(),
    newId = newRandomId,
  } = options;
  const api = openAppwriteApi({ endpoint, projectId, apiKey, timeoutMs });
  const files = openBucketFiles(api, {
    ...{ bucketId, timeoutMs, newId },
    owners: openBucketOwners(api, bucketId, now),
  });
  const sessions = openSessionRows(api, { databaseId, tableId: sessionsTableId, now, newId });
  const names: PlatformNames = { databaseId, sessionsTableId, jobsTableId, keysTableId, bucketId };
  return {
    sessions,
    jobs: openJobRows(api, {
      ...{ databaseId, tableId: jobsTableId, newId },
      async setUp(signal) {
        await provisionJobs(api, names, signal);
      },
    }),
    keys: openKeyRows(api, {
      ...{ databaseId, tableId: keysTableId, now },
      async setUp(signal) {
        await provisionKeys(api, names, signal);
      },
    }),
    files,
    archive: openPlatformArchive(api, { ...names, sessions, files }),
    async check(signal) {
      await Promise.all([
        api.send(firstOf("database", `/tablesdb/${databaseId}/tables/${sessionsTableId}/rows`), signal),
        api.send(firstOf("storage", `/storage/buckets/${bucketId}/files`), signal),
      ]);
    },
    provision: (signal) => provisionPlatform(api, names, signal),
  };
}

/** Asks for as little as shows that a list can be read, with the rights that the service needs anyway. */
function firstOf(area: Area, path: string): AppwriteRequest {
  return { method: "GET", path, queries: [{ method: "limit", values: [1] }], area };
}
