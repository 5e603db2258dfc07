import { statfs } from "node:fs/promises";
import { diskFull } from "../../domain/disk-full.ts";

/** With less than this, the next write of any size fails. */
const LEAST_FREE_BYTES = 4 * 1024 * 1024;

/** Rejects where the disk of a folder has next to no room left. */
export async function expectRoom(folder: string): Promise<void> {
  const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(folder);
  // The system's own user may fill what is kept back from the others.
  const freeBytes = (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  // Some file systems do not count: their zeros say nothing.
  if ((blocks > 0 && freeBytes < LEAST_FREE_BYTES) || (files > 0 && ffree === 0)) throw diskFull();
}
