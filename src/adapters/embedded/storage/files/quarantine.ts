import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../../data-folder/system-code.ts";
import { isThere, syncDirectory } from "./directory.ts";

/** How long files are kept that no record knows. */
export const QUARANTINE_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1_000;
const FOLDER_NAME = /^\d{4}-\d\d-\d\d$/;

/** A file that was set aside. */
interface SetAside {
  fileId: string;
  path: string;
}

/** Where files go that no record knows: one folder a day. */
export interface Quarantine {
  /** Sets the file with this id aside. */
  put(path: string, fileId: string): Promise<void>;
  list(): Promise<SetAside[]>;
  /** Removes the folders that are too old and says how many there were. */
  removeOld(): Promise<number>;
}

/** The quarantine in a folder that comes with its first file. */
export function openQuarantine(folder: string, now: () => Date): Quarantine {
  return {
    async put(path, fileId) {
      const day = join(folder, dayOf(now()));
      await mkdir(day, { recursive: true, mode: 0o700 });
      const place = join(day, fileId);
      // No id has this sign, so what follows it is no part of one.
      await rename(path, (await isThere(place)) ? `${place}~${randomUUID()}` : place);
      await syncDirectory(day);
    },
    async list() {
      const days = (await namesIn(folder)).filter((name) => FOLDER_NAME.test(name)).toSorted();
      const found: SetAside[] = [];
      for (const day of days) {
        for (const name of await namesIn(join(folder, day))) {
          found.push({ fileId: name.split("~")[0] ?? name, path: join(folder, day, name) });
        }
      }
      return found;
    },
    async removeOld() {
      const oldest = dayOf(new Date(now().getTime() - QUARANTINE_DAYS * DAY_MS));
      const old = (await namesIn(folder)).filter((name) => FOLDER_NAME.test(name) && name < oldest);
      for (const name of old) await rm(join(folder, name), { recursive: true });
      return old.length;
    },
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, "2026-01-01".length);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
