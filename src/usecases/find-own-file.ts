import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import type { Library } from "./library.ts";

/** The file, as its owner sees it: for anybody else it is an unknown one. Nobody is known to own some files. */
export async function findOwnFile(
  { files }: Pick<Library, "files">,
  { documentId, userId }: { documentId: string; userId: string },
  signal: AbortSignal,
): Promise<StoredFile> {
  const file = await files.find(documentId, signal);
  if (file.userId !== "" && file.userId !== userId) throw new AppError("file-not-found", "File not found");
  return file;
}
