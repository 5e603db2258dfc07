import { storageUnderTest } from "../doubles/storage-folder.ts";
import { accountStoreContract } from "./account-store.ts";
import { changeIntentsContract } from "./change-intents.ts";
import { fileStoreContract } from "./file-store.ts";
import { jobStoreContract } from "./job-store.ts";
import { keyStoreContract } from "./key-store.ts";
import { platformArchiveContract } from "./platform-archive.ts";
import { sessionStoreContract } from "./session-store.ts";
import { vectorArchiveContract } from "./vector-archive.ts";
import { vectorStoreContract } from "./vector-store.ts";
import { wholeDocumentsContract } from "./whole-documents.ts";
import { wordedStorage } from "./worded-storage.ts";
import { wordsIndexContract } from "./words-index.ts";

sessionStoreContract("the embedded storage", (now) => storageUnderTest((storage) => storage.sessions, now));
fileStoreContract("the embedded storage", () => storageUnderTest((storage) => storage.files));
jobStoreContract("the embedded storage", () => storageUnderTest((storage) => storage.jobs));
accountStoreContract("the embedded storage", (now) => storageUnderTest((storage) => storage.accounts, now));
keyStoreContract("the embedded storage", (now) => storageUnderTest((storage) => storage.keys, now));
vectorStoreContract("the embedded storage", () => storageUnderTest((storage) => storage.vectors));
wordsIndexContract("the embedded storage", () => storageUnderTest(wordedStorage));
platformArchiveContract("the embedded storage", () =>
  storageUnderTest(({ sessions, files, platformArchive }) => ({ sessions, files, archive: platformArchive })),
);
vectorArchiveContract("the embedded storage", () =>
  storageUnderTest(({ vectors, vectorArchive, leftovers }) => ({
    vectors,
    archive: vectorArchive,
    leftovers,
  })),
);

changeIntentsContract("the embedded storage", () =>
  storageUnderTest(({ vectors, intents }) => ({ vectors, intents })),
);
wholeDocumentsContract("the embedded storage", () =>
  storageUnderTest(({ files, vectors, wholeDocuments }) => ({ files, vectors, whole: wholeDocuments })),
);
