import { access, open } from "node:fs/promises";
import { isMissing } from "../../../data-folder/system-code.ts";

/** Makes the names in a directory survive a loss of power. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; its file systems keep the order of renames themselves.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether there is something under this name. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
