import { existsSync } from "node:fs";
import { join } from "node:path";
import { mixedFolder } from "./mixed-folder/mixed-folder.ts";
import type { QualitySet } from "./quality-set.ts";
import { readSet } from "./read-set.ts";

const OWN = join(import.meta.dirname, "sets");
const SCIFACT = join(import.meta.dirname, "../../../shared/data/scifact");

/** A set that the command knows by name. */
export interface KnownSet {
  name: string;
  /** Whether it takes seconds, and so is measured where no set is named. */
  isQuick: boolean;
  /** Why it cannot be measured here, null where it can. */
  missing(): string | null;
  load(): QualitySet;
}

export const SETS: readonly KnownSet[] = [
  own("everyday", () => readSet(join(OWN, "everyday"), { about: "passages of an office and a household" })),
  own("handbook", () =>
    readSet(join(OWN, "handbook"), { about: "the handbook of a cooperative, in four languages" }),
  ),
  own("mixed", () =>
    readSet(join(OWN, "mixed"), {
      about: "a folder of a foundation in every common format",
      files: mixedFolder(),
    }),
  ),
  {
    name: "scifact",
    isQuick: false,
    missing: () => (existsSync(join(SCIFACT, "corpus.jsonl")) ? null : `${SCIFACT} is not there`),
    load: () => readSet(SCIFACT, { about: "abstracts of scientific articles, and claims" }),
  },
];

function own(name: string, load: () => QualitySet): KnownSet {
  return { name, isQuick: true, missing: () => null, load };
}
