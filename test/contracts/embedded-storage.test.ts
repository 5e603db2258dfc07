import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedStorage, openEmbeddedStorage } from "../../src/adapters/embedded/storage.ts";
import { accountStoreContract } from "./account-store.ts";
import { changeIntentsContract } from "./change-intents.ts";
import { fileStoreContract } from "./file-store.ts";
import { jobStoreContract } from "./job-store.ts";
import { keyStoreContract } from "./key-store.ts";
import { platformArchiveContract } from "./platform-archive.ts";
import { sessionStoreContract } from "./session-store.ts";
import type { StoreUnderTest } from "./store-under-test.ts";
import { vectorArchiveContract } from "./vector-archive.ts";
import { vectorStoreContract } from "./vector-store.ts";
import { wholeDocumentsContract } from "./whole-documents.ts";

sessionStoreContract("the embedded storage", (now) => opened((storage) => storage.sessions, now));
fileStoreContract("the embedded storage", () => opened((storage) => storage.files));
jobStoreContract("the embedded storage", () => opened((storage) => storage.jobs));
accountStoreContract("the embedded storage", (now) => opened((storage) => storage.accounts, now));
keyStoreContract("the embedded storage", (now) => opened((storage) => storage.keys, now));
vectorStoreContract("the embedded storage", () => opened((storage) => storage.vectors));
platformArchiveContract("the embedded storage", () =>
  opened(({ sessions, files, platformArchive }) => ({ sessions, files, archive: platformArchive })),
);
vectorArchiveContract("the embedded storage", () =>
  opened(({ vectors, vectorArchive, leftovers }) => ({ vectors, archive: vectorArchive, leftovers })),
);

changeIntentsContract("the embedded storage", () => opened(({ vectors, intents }) => ({ vectors, intents })));
wholeDocumentsContract("the embedded storage", () =>
  opened(({ files, vectors, wholeDocuments }) => ({ files, vectors, whole: wholeDocuments })),
);

async function opened<Store>(
  storeOf: (storage: EmbeddedStorage) => Store,
  now: () => Date = () => new Date(),
): Promise<StoreUnderTest<Store>> {
  const directory = await mkdtemp(join(tmpdir(), "carrel-"));
  let storage = await openEmbeddedStorage({ directory, now });
  return {
    store: storeOf(storage),
    async reopen() {
      await storage.close();
      storage = await openEmbeddedStorage({ directory, now });
      return storeOf(storage);
    },
    async close() {
      await storage.close();
      await rm(directory, { recursive: true });
    },
  };
}
