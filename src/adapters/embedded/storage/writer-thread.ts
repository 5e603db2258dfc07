import { workerData } from "node:worker_threads";
import { archiveRecords } from "./archive-records.ts";
import { openWritingDatabase } from "./database.ts";
import { documentRecords } from "./document-records.ts";
import { fileRecords } from "./file-records.ts";
import { generationRecords } from "./generation-records.ts";
import { jobRecords } from "./job-records.ts";
import { serveOperations } from "./serve-operations.ts";
import { sessionRecords } from "./session-records.ts";

/** What the writing thread is started with. */
export interface WriterSettings {
  databasePath: string;
}

/** What the writing thread does: all writing, and the small reads of sessions, files and jobs. */
export type WriterOperations = ReturnType<typeof openWriter>["operations"];

function openWriter({ databasePath }: WriterSettings) {
  const database = openWritingDatabase(databasePath);
  const ask = database.prepare("SELECT count(*) FROM sqlite_schema");
  return {
    operations: {
      checkWriter: (): void => {
        ask.get();
      },
      ...sessionRecords(database),
      ...fileRecords(database),
      ...documentRecords(database),
      ...generationRecords(database),
      ...archiveRecords(database),
      ...jobRecords(database),
    },
    close: () => database.close(),
  };
}

// Given by `openEmbeddedStorage`, the only one that starts this script.
const settings = workerData as WriterSettings;
serveOperations(() => openWriter(settings));
