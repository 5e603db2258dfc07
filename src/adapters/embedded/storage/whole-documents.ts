import type { ChangeIntents } from "../../../ports/change-intents.ts";
import type { WholeDocuments } from "../../../ports/whole-documents.ts";
import type { IdentifiedFiles } from "./file-store.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** Changes of a document whose file and passages are in this database: one transaction each, so nothing is unfinished. */
export function openWholeDocuments(
  writer: ThreadCalls<WriterOperations>,
  files: Pick<IdentifiedFiles, "clear">,
): WholeDocuments {
  return {
    rename: (documentId, name, signal) => writer.write("renameWhole", { documentId, name }, { signal }),
    async remove(documentId, signal) {
      const removed = await writer.write("removeWhole", { documentId }, { signal });
      if (removed.file) await files.clear(documentId, signal);
      return removed;
    },
    unfinished: async () => [],
    finish: async () => [],
  };
}

/** Intents for documents whose files are in another store. */
export function openChangeIntents(writer: ThreadCalls<WriterOperations>, now: () => Date): ChangeIntents {
  return {
    intend: (documentId, kind, signal) =>
      writer.write("intendChange", { documentId, kind, since: now().toISOString() }, { signal }),
    withdraw: (documentId, signal) => writer.write("withdrawChange", { documentId }, { signal }),
    all: (signal) => writer.read("intendedChanges", undefined, { signal }),
  };
}
