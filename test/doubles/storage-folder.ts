import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import {
  type EmbeddedStorage,
  type EmbeddedStorageOptions,
  openEmbeddedStorage,
} from "../../src/adapters/embedded/storage.ts";
import type { StoreUnderTest } from "../contracts/store-under-test.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A data folder for each test, not made yet; what was opened in it is closed after the test. */
export function storageFolder() {
  const parent = temporaryFolder();
  const open: EmbeddedStorage[] = [];
  afterEach(async () => {
    for (const storage of open.splice(0)) await storage.close();
  });

  return {
    get directory() {
      return parent.at("data");
    },
    async openStorage(options: Partial<EmbeddedStorageOptions> = {}) {
      const storage = await openEmbeddedStorage({ directory: parent.at("data"), ...options });
      open.push(storage);
      return storage;
    },
    /** The files in it that users have put there. */
    async filesOnDisk() {
      const entries = await readdir(parent.at("data"), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && !/^carrel\.|\.lock$/.test(entry.name));
    },
  };
}

/** An embedded storage in a folder of its own, or a part of it, for a contract. */
export async function storageUnderTest<Store>(
  storeOf: (storage: EmbeddedStorage, directory: string) => Store,
  now: () => Date = () => new Date(),
): Promise<StoreUnderTest<Store>> {
  const directory = await mkdtemp(join(tmpdir(), "carrel-"));
  let storage = await openEmbeddedStorage({ directory, now });
  return {
    store: storeOf(storage, directory),
    async reopen() {
      await storage.close();
      storage = await openEmbeddedStorage({ directory, now });
      return storeOf(storage, directory);
    },
    async close() {
      await storage.close();
      await rm(directory, { recursive: true });
    },
  };
}
