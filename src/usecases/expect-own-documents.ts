import { AppError } from "../domain/errors.ts";
import type { Library } from "./library.ts";

/** Refuses documents that are not the owner's: another's is as unknown as one that is not there. */
export async function expectOwnDocuments(
  { files, vectors }: Pick<Library, "files" | "vectors">,
  { documentIds, owner }: { documentIds: readonly string[]; owner: string | null },
  signal: AbortSignal,
): Promise<void> {
  if (owner === null || documentIds.length === 0) return;
  const stored = await files.owned(documentIds, owner, signal);
  const others = documentIds.filter((id) => !stored.has(id));
  if (others.length === 0) return;
  // The file may be gone where the passages are not.
  const indexed = new Set((await vectors.listDocuments(owner, signal)).map(({ documentId }) => documentId));
  if (!others.every((id) => indexed.has(id))) throw new AppError("file-not-found", "Document not found");
}
