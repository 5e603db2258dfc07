import { useMemo } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { listDocuments, renameDocument } from "../api/documents.ts";
import { keepFresh } from "../state/keep-fresh.ts";
import { preferences } from "../state/preferences.ts";
import { createStore, useStore } from "../state/store.ts";
import { tellTabs } from "../state/tab-channel.ts";
import { currentUserId } from "../state/user.ts";
import { documentDeletions } from "./document-deletions.ts";

/** The documents as far as they are known. */
export type DocumentState =
  | { state: "loading"; documents: readonly ShownDocument[] }
  | { state: "ready"; documents: readonly ShownDocument[] }
  | { state: "failed"; documents: readonly ShownDocument[]; error: unknown };

/** The user's documents. */
export const documentStore = createStore<DocumentState>({ state: "loading", documents: [] });

let latestLoad = 0;

/** Reads the list again; of several readings at once only the last counts. */
export async function refreshDocuments(): Promise<void> {
  const load = ++latestLoad;
  try {
    const documents = await listDocuments(currentUserId());
    if (load === latestLoad) documentStore.set({ state: "ready", documents });
  } catch (error) {
    if (load === latestLoad) documentStore.update(({ documents }) => ({ state: "failed", documents, error }));
  }
}

/** Reads the list again after a change of ours, and tells the other tabs. */
export async function documentsChanged(): Promise<void> {
  tellTabs({ about: "documents" });
  await refreshDocuments();
}

/** Takes a document off the list that is being taken back; the next reading says whether it is gone. */
export function forgetDocument(documentId: string): void {
  documentStore.update((state) => ({
    ...state,
    documents: state.documents.filter((document) => document.documentId !== documentId),
  }));
}

/** Loads the list and keeps it fresh; another user's list is another list. */
export function watchDocuments(): () => void {
  let userId = currentUserId();
  void refreshDocuments();
  const stopFresh = keepFresh("documents", () => void refreshDocuments());
  const stopUser = preferences.subscribe(() => {
    if (currentUserId() === userId) return;
    userId = currentUserId();
    documentStore.set({ state: "loading", documents: [] });
    void refreshDocuments();
  });
  return () => {
    stopFresh();
    stopUser();
  };
}

/** Renames a document at once, and takes it back when the service refuses. */
export async function rename(documentId: string, newName: string): Promise<void> {
  const before = documentStore
    .get()
    .documents.find((document) => document.documentId === documentId)?.documentName;
  setName(documentId, newName);
  try {
    setName(documentId, await renameDocument(documentId, newName));
    tellTabs({ about: "documents" });
  } catch (error) {
    if (before !== undefined) setName(documentId, before);
    throw error;
  }
}

function setName(documentId: string, documentName: string): void {
  documentStore.update((state) => ({
    ...state,
    documents: state.documents.map((document) =>
      document.documentId === documentId ? { ...document, documentName } : document,
    ),
  }));
}

/** The documents without those that are being deleted. */
export function useDocuments(): DocumentState {
  const state = useStore(documentStore);
  const hidden = useStore(documentDeletions.pending);
  return useMemo(() => {
    if (hidden.size === 0) return state;
    return { ...state, documents: state.documents.filter(({ documentId }) => !hidden.has(documentId)) };
  }, [state, hidden]);
}

/** One document, where it is listed. */
export function useDocument(documentId: string | null): ShownDocument | undefined {
  return useStore(documentStore, ({ documents }) => documents.find((one) => one.documentId === documentId));
}
