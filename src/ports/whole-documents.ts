import type { StoredFile } from "../domain/document.ts";
import type { Named } from "../domain/own-id.ts";

/**
 * Changes that concern a document's file and its passages alike.
 * Contract: test/contracts/whole-documents.ts. Both are changed or neither is: what a process that died has changed by
 * half is finished, at the latest by `finish` some minutes later. An unknown file is the AppError `file-not-found`,
 * where nothing of the document is left to be changed; any other failure is that of the store that failed.
 */
export interface WholeDocuments {
  /** Gives the file and its passages another name, and gives the file as it is then. */
  rename(document: Named, name: string, signal: AbortSignal): Promise<StoredFile>;
  /** Removes the file, where there still is one, and the passages; says what there was. */
  remove(document: Named, signal: AbortSignal): Promise<RemovedDocument>;
  /** Changes whose process has not ended them for minutes. */
  unfinished(signal: AbortSignal): Promise<UnfinishedChange[]>;
  /** Ends them, and gives those that it has ended. */
  finish(signal: AbortSignal): Promise<UnfinishedChange[]>;
}

export interface RemovedDocument {
  file: boolean;
  chunks: number;
}

export interface UnfinishedChange {
  documentId: string;
  /** Whose passages they are. */
  userId: string;
  kind: ChangeKind;
  /** When it was begun. */
  since: string;
}

export type ChangeKind = "rename" | "remove";
