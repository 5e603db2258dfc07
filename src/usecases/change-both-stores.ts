import type { StoredFile } from "../domain/document.ts";
import { AppError } from "../domain/errors.ts";
import { type Named, ownId } from "../domain/own-id.ts";
import type { ChangeIntents } from "../ports/change-intents.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import type { UnfinishedChange, WholeDocuments } from "../ports/whole-documents.ts";
import { followFileName } from "./follow-file-name.ts";

export interface BothStores {
  files: FileStore;
  vectors: VectorStore;
  intents: ChangeIntents;
  now(): Date;
}

/** A change that is older has lost its process: no request takes so long. */
const ABANDONED_MS = 180_000;
/** How long it may take to take something back: the request's own time may be over by then. */
const TAKE_BACK_LIMIT_MS = 10_000;

/** Changes of documents whose files and passages are in two stores: what is to be done is kept before it is begun. */
export function changeBothStores({ files, vectors, intents, now }: BothStores): WholeDocuments {
  async function rename(document: Named, name: string, signal: AbortSignal): Promise<StoredFile> {
    const before = await files.find(document, signal);
    await intents.intend(document, "rename", signal);
    const renamed = await orWithdraw(document, files.rename(document, name, signal));
    try {
      await vectors.renameDocument(document, renamed.name, signal);
    } catch (error) {
      await putBack(before, error);
      throw error;
    }
    await follow(renamed, signal);
    return renamed;
  }

  /** Nothing has been changed yet where the first step fails, so nobody has to finish anything. */
  async function orWithdraw<Result>(document: Named, first: Promise<Result>): Promise<Result> {
    try {
      return await first;
    } catch (error) {
      await intents.withdraw(document, AbortSignal.timeout(TAKE_BACK_LIMIT_MS)).catch((second) => {
        if (!(error instanceof AppError)) throw error;
        const cause = new AggregateError(
          [error, second],
          "A change failed, and so did taking its intent back",
        );
        const details = error.details === undefined ? {} : { details: error.details };
        throw new AppError(error.code, error.message, { ...details, cause });
      });
      throw error;
    }
  }

  /** A storage may refuse to give a file the name that it came with; then the failure says which one it has now. */
  async function putBack({ fileId, name }: StoredFile, failure: unknown): Promise<void> {
    try {
      await files.rename(fileId, name, AbortSignal.timeout(TAKE_BACK_LIMIT_MS));
    } catch (error) {
      if (!(failure instanceof AppError)) throw error;
      throw new AppError(failure.code, failure.message, {
        details: "The file has its new name, the passages get it within minutes",
        cause: new AggregateError([failure, error], "The rename failed, and so did taking it back"),
      });
    }
  }

  /** Another copy of the service may have renamed it too: the passages get the name that the file has in the end. */
  async function follow({ fileId, name }: StoredFile, signal: AbortSignal): Promise<void> {
    try {
      await followFileName({ files, vectors }, { documentId: fileId, fileName: name }, signal);
    } catch (error) {
      // It was renamed, and then another copy removed it.
      if (!isUnknownFile(error)) throw error;
    }
  }

  async function removeFile(file: Named, signal: AbortSignal): Promise<boolean> {
    try {
      await files.remove(file, signal);
      return true;
    } catch (error) {
      if (isUnknownFile(error)) return false;
      throw error;
    }
  }

  async function finishOne(change: UnfinishedChange, signal: AbortSignal): Promise<void> {
    const { documentId, userId, kind } = change;
    if (kind === "remove") {
      // Somebody else's file is not what was meant; nobody is known to own some files.
      if (!(await removeFile(ownId(documentId, userId), signal)))
        await removeFile(ownId(documentId, ""), signal);
      await vectors.removeDocument(documentId, signal);
      return;
    }
    try {
      const { name } = await files.find(documentId, signal);
      await vectors.renameDocument(documentId, name, signal);
    } catch (error) {
      if (!isUnknownFile(error)) throw error;
      await intents.withdraw(documentId, signal);
    }
  }

  async function unfinished(signal: AbortSignal): Promise<UnfinishedChange[]> {
    const latest = now().getTime() - ABANDONED_MS;
    return (await intents.all(signal)).filter(({ since }) => !(Date.parse(since) > latest));
  }

  return {
    rename,

    async remove(document, signal) {
      await intents.intend(document, "remove", signal);
      const file = await orWithdraw(document, removeFile(document, signal));
      return { file, chunks: await vectors.removeDocument(document, signal) };
    },

    unfinished,

    async finish(signal) {
      const changes = await unfinished(signal);
      for (const change of changes) await finishOne(change, signal);
      return changes;
    },
  };
}

function isUnknownFile(error: unknown): boolean {
  return error instanceof AppError && error.code === "file-not-found";
}
