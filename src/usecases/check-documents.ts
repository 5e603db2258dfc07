import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { forEachAtOnce } from "../flow/for-each-at-once.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { PlatformArchive } from "../ports/platform-archive.ts";
import type { ArchivedDocument, VectorArchive } from "../ports/vector-archive.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import { counted, type Finding, named } from "./finding.ts";

/** Where documents are. */
export interface CheckedDocuments {
  files: Pick<FileStore, "existing" | "read">;
  platformArchive: Pick<PlatformArchive, "files">;
  vectors: Pick<VectorStore, "removeDocument" | "renameDocument">;
  vectorArchive: Pick<VectorArchive, "documents">;
}

/** Looks whether files, their bytes and their passages fit together. */
export async function* checkDocuments(
  library: CheckedDocuments,
  fix: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const files = await Array.fromAsync(library.platformArchive.files(signal));
  const unindexed = new Map(files.map(({ fileId, name }) => [fileId, name]));
  const suspects: ArchivedDocument[] = [];
  const misnamed: Misnamed[] = [];
  let documents = 0;
  for await (const document of library.vectorArchive.documents(signal)) {
    documents += 1;
    const { documentId, documentName } = document;
    const fileName = unindexed.get(documentId);
    if (fileName === undefined) suspects.push(document);
    else if (fileName !== documentName) misnamed.push({ documentId, documentName, fileName });
    unindexed.delete(documentId);
  }
  yield {
    state: "ok",
    message: `${counted(files.length, "file")}, ${counted(documents, "indexed document")}`,
  };
  yield* checkBytes(library, files, signal);
  yield await checkVectorsWithoutFile(library, { suspects, fix }, signal);
  yield* checkNames(library, { misnamed, fix }, signal);
  yield unindexed.size === 0
    ? { state: "ok", message: "every file is indexed" }
    : {
        state: "note",
        message: `${counted(unindexed.size, "file")} without vectors: ${named([...unindexed.values()])}`,
        advice: "Index them where they should be found",
      };
}

/** How many files are looked at together. */
const FILES_AT_ONCE = 16;

/** A record whose bytes are not there, or not all of them, is a document that nobody can open. */
async function* checkBytes(
  library: CheckedDocuments,
  files: readonly StoredFile[],
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const damaged: string[] = [];
  const look = async (file: StoredFile, _place: number, stop: AbortSignal) => {
    if (!(await isWhole(library, file, stop))) damaged.push(file.name);
  };
  await forEachAtOnce(files, FILES_AT_ONCE, look, signal);
  if (damaged.length === 0) return;
  yield {
    state: "wrong",
    message: `${counted(damaged.length, "file")} whose bytes are missing or cut off: ${named(damaged)}`,
    advice: "Bring them back from a backup, or delete these documents and add them again",
  };
}

/** Whether the last byte of a file can be read; one that is gone meanwhile is no damage. */
async function isWhole(
  { files }: CheckedDocuments,
  { fileId, sizeBytes }: StoredFile,
  signal: AbortSignal,
): Promise<boolean> {
  const last = sizeBytes === 0 ? null : { start: sizeBytes - 1, end: sizeBytes - 1 };
  try {
    for await (const _piece of await files.read(fileId, last, signal)) break;
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return !(error instanceof AppError) || error.code === "file-not-found";
  }
}

/** A file may have come since the files were listed, so each is looked for once more. */
async function checkVectorsWithoutFile(
  { files, vectors }: CheckedDocuments,
  { suspects, fix }: { suspects: readonly ArchivedDocument[]; fix: boolean },
  signal: AbortSignal,
): Promise<Finding> {
  const ids = suspects.map(({ documentId }) => documentId);
  const existing = ids.length === 0 ? new Set<string>() : await files.existing(ids, signal);
  const orphans = suspects.filter(({ documentId }) => !existing.has(documentId));
  if (orphans.length === 0) return { state: "ok", message: "every indexed document has its file" };
  const names = named(orphans.map(({ documentName }) => documentName));
  const message = `${counted(orphans.length, "document")} without a file: ${names}`;
  if (!fix) {
    return {
      state: "wrong",
      message,
      advice: "They are still found by searches: `--fix` removes their vectors",
    };
  }
  for (const { documentId } of orphans) await vectors.removeDocument(documentId, signal);
  return { state: "fixed", message: `removed the vectors of ${message}` };
}

interface Misnamed {
  documentId: string;
  documentName: string;
  fileName: string;
}

/** A rename that was broken off leaves two names. */
async function* checkNames(
  { vectors }: CheckedDocuments,
  { misnamed, fix }: { misnamed: readonly Misnamed[]; fix: boolean },
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  if (misnamed.length === 0) return;
  const both = misnamed.map(({ documentName, fileName }) => `${documentName} (file: ${fileName})`);
  const message = `${counted(misnamed.length, "document")} named otherwise than the file: ${named(both)}`;
  if (!fix) {
    yield { state: "wrong", message, advice: "`--fix` gives the passages the names of their files" };
    return;
  }
  for (const { documentId, fileName } of misnamed) await vectors.renameDocument(documentId, fileName, signal);
  yield { state: "fixed", message: `gave the name of the file to ${message}` };
}
