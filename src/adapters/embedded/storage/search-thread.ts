import { workerData } from "node:worker_threads";
import { openReadingDatabase } from "./database.ts";
import { openLibraries } from "./libraries.ts";
import { passageSearch } from "./passage-search.ts";
import { serveOperations } from "./serve-operations.ts";

/** What the searching thread is started with. */
export interface SearchSettings {
  databasePath: string;
  dimensions: number;
  memoryBudgetBytes: number;
}

/** What the searching thread does. */
export type SearchOperations = ReturnType<typeof passageSearch>;

function openSearch({ databasePath, dimensions, memoryBudgetBytes }: SearchSettings) {
  const database = openReadingDatabase(databasePath);
  const libraries = openLibraries({ database, dimensions, memoryBudgetBytes });
  return { operations: passageSearch(database, libraries), close: () => database.close() };
}

// Given by `openEmbeddedStorage`, the only one that starts this script.
const settings = workerData as SearchSettings;
serveOperations(() => openSearch(settings));
