import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import {
  type EmbeddedStorage,
  type EmbeddedStorageOptions,
  openEmbeddedStorage,
} from "../../src/adapters/embedded/storage.ts";

/** A data folder for each test, not made yet; what was opened in it is closed after the test. */
export function storageFolder() {
  let directory: string;
  const open: EmbeddedStorage[] = [];

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), "carrel-storage-")), "data");
  });
  afterEach(async () => {
    for (const storage of open.splice(0)) await storage.close();
    await rm(join(directory, ".."), { recursive: true });
  });

  return {
    get directory() {
      return directory;
    },
    async openStorage(options: Partial<EmbeddedStorageOptions> = {}) {
      const storage = await openEmbeddedStorage({ directory, ...options });
      open.push(storage);
      return storage;
    },
    /** The files in it that users have put there. */
    async filesOnDisk() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && !/^carrel\.|\.lock$/.test(entry.name));
    },
  };
}
