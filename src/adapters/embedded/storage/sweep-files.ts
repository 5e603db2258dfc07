import type { Dirent } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "./storage-failure.ts";

/** What is younger may belong to an upload under way, also one of another process. */
const SWEEP_AGE_MS = 60 * 60 * 1_000;

/** Where to sweep, and what to spare. */
export interface SweepOptions {
  temporary: string;
  files: string;
  now(): Date;
  /** The ids among these that have a record. */
  recorded(fileIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Removes what a crash has left behind: old temporary files, and old files that have no record. */
export async function sweepFiles({ temporary, files, now, recorded }: SweepOptions): Promise<void> {
  const oldest = now().getTime() - SWEEP_AGE_MS;
  for (const entry of await entriesOf(temporary)) await removeIfOld(join(temporary, entry.name), oldest);
  for (const folder of await entriesOf(files)) {
    if (!folder.isDirectory()) continue;
    const names = (await entriesOf(join(files, folder.name))).map(({ name }) => name);
    const kept = await recorded(names);
    for (const name of names) {
      if (!kept.has(name)) await removeIfOld(join(files, folder.name, name), oldest);
    }
  }
}

function entriesOf(path: string): Promise<Dirent[]> {
  return readdir(path, { withFileTypes: true });
}

async function removeIfOld(path: string, oldest: number): Promise<void> {
  try {
    if ((await stat(path)).mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  } catch (error) {
    // Another process that sweeps the same directory was first.
    if (!isMissing(error)) throw error;
  }
}
