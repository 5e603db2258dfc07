import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FileBytes } from "./file-bytes.ts";
import { QUARANTINE_DAYS, type Quarantine } from "./quarantine.ts";

/** What to sweep, and who hears of it. */
interface SweepOptions {
  /** The folder of the files. */
  files: string;
  bytes: Pick<FileBytes, "bringBack">;
  quarantine: Quarantine;
  /** The ids among these that have a record. */
  recorded(fileIds: readonly string[]): Promise<ReadonlySet<string>>;
  hasRecords(): Promise<boolean>;
  say(message: string, fields: Record<string, string | number>): void;
}

/**
 * Makes the files fit their records, for the one process that has the folder. What no record knows is set aside and
 * never removed: it may be what a crash left of an upload, but also what a database of another time does not know. It
 * comes back when a record knows it again.
 */
export async function sweepFiles(options: SweepOptions): Promise<void> {
  const { quarantine, say } = options;
  const returned = await bringBack(options);
  if (returned > 0)
    say("files came back from the quarantine, because the database knows them", { count: returned });
  const unknown = await findUnknown(options);
  if (unknown.length > 0 && !(await options.hasRecords())) {
    // Rather a wrong database than files that were all left by a crash.
    say("there are files, but the database knows no file: they were left where they are", {
      count: unknown.length,
    });
    return;
  }
  for (const { path, fileId } of unknown) await quarantine.put(path, fileId);
  if (unknown.length > 0) {
    say(`files that the database does not know went to the folder quarantine for ${QUARANTINE_DAYS} days`, {
      count: unknown.length,
      first: unknown[0]?.fileId ?? "",
    });
  }
  const removed = await quarantine.removeOld();
  if (removed > 0) say(`files left the quarantine after ${QUARANTINE_DAYS} days`, { days: removed });
}

async function bringBack({ bytes, quarantine, recorded }: SweepOptions): Promise<number> {
  const aside = await quarantine.list();
  if (aside.length === 0) return 0;
  const known = await recorded(aside.map(({ fileId }) => fileId));
  let returned = 0;
  for (const { fileId, path } of aside) {
    if (known.has(fileId) && (await bytes.bringBack(fileId, path))) returned += 1;
  }
  return returned;
}

async function findUnknown({ files, recorded }: SweepOptions): Promise<{ fileId: string; path: string }[]> {
  const unknown: { fileId: string; path: string }[] = [];
  for (const folder of await readdir(files, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    const path = join(files, folder.name);
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const known = await recorded(names);
    for (const name of names) if (!known.has(name)) unknown.push({ fileId: name, path: join(path, name) });
  }
  return unknown;
}
