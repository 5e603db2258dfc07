import { AppError } from "../domain/errors.ts";
import type { Library } from "./library.ts";

const ATTEMPTS = 10;

/**
 * Locks hold within one process: another copy of the service may rename a file while this one writes its document.
 * Gives the vectors the file's name until it stands still, and says which one that was; null where it is still the one
 * that was known. A file that is gone is the AppError `file-not-found`.
 */
export async function followFileName(
  { files, vectors }: Pick<Library, "files" | "vectors">,
  { documentId, fileName }: { documentId: string; fileName: string },
  signal: AbortSignal,
): Promise<string | null> {
  let followed: string | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const name = await currentName(files, documentId, signal);
    if (name === null || name === (followed ?? fileName)) break;
    await vectors.renameDocument(documentId, name, signal);
    followed = name;
  }
  return followed;
}

/** The file's name; null where the storage fails just now, which makes nothing wrong that is written. */
async function currentName(
  files: Library["files"],
  fileId: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await files.find(fileId, signal)).name;
  } catch (error) {
    if (error instanceof AppError && error.code !== "file-not-found") return null;
    throw error;
  }
}
