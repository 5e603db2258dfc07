import { afterAll, test } from "vitest";
import {
  type AppwritePlatform,
  openAppwritePlatform,
} from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import { newId } from "../../src/domain/id.ts";
import { fileStoreContract } from "../contracts/file-store.ts";
import { platformArchiveContract } from "../contracts/platform-archive.ts";
import { sessionStoreContract } from "../contracts/session-store.ts";
import { calm, type StoreUnderTest } from "../contracts/store-under-test.ts";

const { APPWRITE_ENDPOINT: endpoint, APPWRITE_PROJECT_ID: projectId, APPWRITE_API_KEY: apiKey } = process.env;

if (endpoint === undefined || projectId === undefined || apiKey === undefined) {
  test.skip("Appwrite is left out: set APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID and APPWRITE_API_KEY", () =>
    undefined);
} else {
  /** A database and a bucket of their own, so that nothing else in the project is touched. */
  const own = `carrel-live-${newId()}`;
  const names = { databaseId: own, sessionsTableId: "sessions", bucketId: own };

  const opened = async <Store>(
    storeOf: (platform: AppwritePlatform) => Store,
    now: () => Date = () => new Date(),
  ): Promise<StoreUnderTest<Store>> => {
    const open = () => openAppwritePlatform({ endpoint, projectId, apiKey, ...names, now });
    const platform = open();
    await platform.provision(calm);
    return { store: storeOf(platform), reopen: async () => storeOf(open()), close: async () => undefined };
  };

  sessionStoreContract("a real Appwrite", (now) => opened((platform) => platform.sessions, now));
  fileStoreContract("a real Appwrite", () => opened((platform) => platform.files));
  platformArchiveContract("a real Appwrite", () => opened((platform) => platform));

  afterAll(async () => {
    const headers = { "x-appwrite-project": projectId, "x-appwrite-key": apiKey };
    for (const path of [`tablesdb/${own}`, `storage/buckets/${own}`]) {
      await fetch(`${endpoint.replace(/\/+$/, "")}/${path}`, { method: "DELETE", headers });
    }
  });
}
