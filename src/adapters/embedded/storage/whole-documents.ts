import { namedParts } from "../../../domain/own-id.ts";
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
    rename: (document, name, signal) => writer.write("renameWhole", { document, name }, { signal }),
    async remove(document, signal) {
      const removed = await writer.write("removeWhole", document, { signal });
      if (removed.file) await files.clear(namedParts(document).id, signal);
      return removed;
    },
    unfinished: async () => [],
    finish: async () => [],
  };
}

/** Intents for documents whose files are in another store. */
export function openChangeIntents(writer: ThreadCalls<WriterOperations>, now: () => Date): ChangeIntents {
  return {
    intend: (document, kind, signal) =>
      writer.write("intendChange", { document, kind, since: now().toISOString() }, { signal }),
    withdraw: (document, signal) => writer.write("withdrawChange", document, { signal }),
    all: (signal) => writer.read("intendedChanges", undefined, { signal }),
  };
}
