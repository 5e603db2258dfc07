import { workerData } from "node:worker_threads";
import { accountRecords } from "../records/account-records.ts";
import { archiveRecords } from "../records/archive-records.ts";
import { documentRecords } from "../records/document-records.ts";
import { documentRows } from "../records/document-rows.ts";
import { fileRecords } from "../records/file-records.ts";
import { generationRecords } from "../records/generation-records.ts";
import { jobRecords } from "../records/job-records.ts";
import { keyRecords } from "../records/key-records.ts";
import { type DatabasePlace, openOwnDatabase } from "../records/open-database.ts";
import { sessionRecords } from "../records/session-records.ts";
import { signInRecords } from "../records/sign-in-records.ts";
import { traceRecords } from "../records/trace-records.ts";
import { wordRecords } from "../records/word-records.ts";
import { wordRows } from "../records/word-rows.ts";
import { serveOperations } from "./serve-operations.ts";

/** What the writing thread is started with. */
export interface WriterSettings {
  place: DatabasePlace;
}

/** What the writing thread does: all writing, and the small reads of sessions, files, jobs and callers. */
export type WriterOperations = ReturnType<typeof openWriter>["operations"];

function openWriter({ place }: WriterSettings) {
  const database = openOwnDatabase(place);
  const rows = documentRows(database);
  const words = wordRows(database);
  const ask = database.prepare("SELECT count(*) FROM sqlite_schema");
  return {
    operations: {
      checkWriter: (): void => {
        ask.get();
      },
      ...sessionRecords(database),
      ...fileRecords(database, rows),
      ...documentRecords(database, rows, words),
      ...wordRecords(database, words),
      ...generationRecords(database),
      ...archiveRecords(database),
      ...jobRecords(database),
      ...accountRecords(database),
      ...signInRecords(database),
      ...keyRecords(database),
      ...traceRecords(database),
    },
    close: () => database.close(),
  };
}

// Given by `openEmbeddedStorage`, the only one that starts this script.
const settings = workerData as WriterSettings;
serveOperations(() => openWriter(settings));
