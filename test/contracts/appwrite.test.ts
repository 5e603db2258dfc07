import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AppwritePlatform,
  openAppwritePlatform,
} from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import { type AppwriteDouble, openAppwriteDouble } from "../doubles/appwrite.ts";
import { NAMES } from "./appwrite-stage.ts";
import { fileStoreContract } from "./file-store.ts";
import { jobStoreContract } from "./job-store.ts";
import { keyStoreContract } from "./key-store.ts";
import { platformArchiveContract } from "./platform-archive.ts";
import { sessionStoreContract } from "./session-store.ts";
import { calm, type StoreUnderTest } from "./store-under-test.ts";

const API_KEY = "a-key";
let double: AppwriteDouble;

beforeAll(async () => {
  double = await openAppwriteDouble({ apiKeys: [API_KEY] });
});
afterAll(() => double.stop());

sessionStoreContract("Appwrite", (now) => opened((platform) => platform.sessions, now));
fileStoreContract("Appwrite", () => opened((platform) => platform.files));
jobStoreContract("Appwrite", () => opened((platform) => platform.jobs));
keyStoreContract("Appwrite", (now) => opened((platform) => platform.keys, now));
platformArchiveContract("Appwrite", () => opened((platform) => platform));

describe("what was said to Appwrite, and what it answered", () => {
  it("fits its OpenAPI document", () => {
    expect(double.requests.length).toBeGreaterThan(100);
    expect([...new Set(double.problems)]).toEqual([]);
  });
});

async function opened<Store>(
  storeOf: (platform: AppwritePlatform) => Store,
  now: () => Date = () => new Date(),
): Promise<StoreUnderTest<Store>> {
  const { endpoint, projectId } = double;
  const open = () => openAppwritePlatform({ endpoint, projectId, apiKey: API_KEY, ...NAMES, now });
  const platform = open();
  await platform.provision(calm);
  return {
    store: storeOf(platform),
    async reopen() {
      await double.stop();
      await double.start();
      return storeOf(open());
    },
    close: async () => undefined,
  };
}
