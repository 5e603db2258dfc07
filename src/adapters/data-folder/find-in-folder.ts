import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { FolderTrace } from "../../ports/folder-traces.ts";
import { isMissing } from "./system-code.ts";

/** The files of a folder in whose name or bytes the word stands. What goes while it is looked for is not there. */
export async function* findInFolder(
  folder: string,
  word: string,
  signal: AbortSignal,
): AsyncGenerator<FolderTrace> {
  for (const entry of await entriesIn(folder)) {
    signal.throwIfAborted();
    const path = join(entry.parentPath, entry.name);
    const isHolding =
      entry.name.includes(word) || (entry.isFile() && (await holds(path, Buffer.from(word), signal)));
    if (!isHolding) continue;
    yield {
      path: relative(folder, path),
      isAuditLog: /^audit(-\d)?\.jsonl$/.test(entry.name),
      isDatabase: /^carrel\.db(-wal|-shm)?$/.test(entry.name),
    };
  }
}

async function entriesIn(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function holds(path: string, word: Buffer, signal: AbortSignal): Promise<boolean> {
  let end = Buffer.alloc(0);
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
      // The word may stand across two pieces.
      const bytes = Buffer.concat([end, piece]);
      if (bytes.includes(word)) return true;
      end = bytes.subarray(Math.max(0, bytes.length - word.length + 1));
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isMissing(error)) throw error;
  }
  return false;
}
