import { workerData } from "node:worker_threads";
import { type DatabasePlace, openOwnDatabase } from "../records/open-database.ts";
import { wipeDatabase } from "../wiping/wipe-database.ts";
import { serveOperations } from "./serve-operations.ts";

/** What the wiping thread is started with. */
export interface WipingSettings {
  place: DatabasePlace;
}

/** What the wiping thread does: it empties the log and overwrites what was removed, while others write and search. */
export type WipingOperations = ReturnType<typeof wipeDatabase>;

function openWiping({ place }: WipingSettings) {
  const database = openOwnDatabase(place);
  const folding = openOwnDatabase(place);
  const close = () => {
    folding.close();
    database.close();
  };
  return { operations: wipeDatabase(database, folding), close };
}

// Given by `openEmbeddedStorage`, the only one that starts this script.
const settings = workerData as WipingSettings;
serveOperations(() => openWiping(settings));
