import { closeSync, openSync, statSync } from "node:fs";
import type { DatabaseLeftovers } from "../../../../ports/folder-traces.ts";
import { freePages, notZero, readHead } from "./unused-space.ts";

/**
 * Looks at the free pages of a database file as it is on the disk. For a process that only reads: with the file that is
 * closed here, the locks of its own connections go.
 */
export function examineFreePages(path: string): Omit<DatabaseLeftovers, "isWiped"> | null {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return null;
  const file = openSync(path, "r");
  try {
    const head = readHead(file);
    const free = head === null ? [] : [...written(file, head)];
    return {
      freePages: free.length,
      writtenFreePages: free.filter((isWritten) => isWritten).length,
      logBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    };
  } finally {
    closeSync(file);
  }
}

function* written(file: number, head: Parameters<typeof freePages>[1]): Generator<boolean> {
  for (const { page, unused } of freePages(file, head, () => true)) yield notZero(page, unused).length > 0;
}
