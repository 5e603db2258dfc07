import { workerData } from "node:worker_threads";
import { type DatabasePlace, openSearchedDatabase } from "../records/open-database.ts";
import { openLoadedVectors } from "../vectors/loaded-vectors.ts";
import { passageSearch } from "../vectors/passage-search.ts";
import { serveOperations } from "./serve-operations.ts";

/** What the searching thread is started with. */
export interface SearchSettings {
  place: DatabasePlace;
  dimensions: number;
  memoryBudgetBytes: number;
}

/** What the searching thread does. */
export type SearchOperations = ReturnType<typeof passageSearch>;

function openSearch({ place, dimensions, memoryBudgetBytes }: SearchSettings) {
  const database = openSearchedDatabase(place);
  const loaded = openLoadedVectors({ database, dimensions, memoryBudgetBytes });
  return { operations: passageSearch(database, loaded), close: () => database.close() };
}

// Given by `openEmbeddedStorage`, the only one that starts this script.
const settings = workerData as SearchSettings;
serveOperations(() => openSearch(settings));
