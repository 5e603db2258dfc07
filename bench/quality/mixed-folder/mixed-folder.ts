import type { SetFile } from "../quality-set.ts";
import { dataFiles } from "./data-files.ts";
import { mailFiles } from "./mail-files.ts";
import { officeFiles } from "./office-files.ts";
import { pdfFiles } from "./pdf-files.ts";

/** A folder as a foundation with a museum and workshops would keep it, in every common format. */
export function mixedFolder(): SetFile[] {
  return [...pdfFiles(), ...officeFiles(), ...mailFiles(), ...dataFiles()];
}
