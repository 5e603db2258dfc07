import type { Indexing } from "./index-jobs.ts";
import type { Library } from "./library.ts";

/** A library that is being served: somebody does the work that is written down. */
export interface ServedLibrary extends Library {
  indexing: Indexing;
}
