import { type DeletionScope, deleteDocument } from "../api/documents.ts";
import { sayFailure } from "../api/request.ts";
import { UNDO_MS } from "../kit/delayed-deletion.ts";
import { showToast } from "../kit/toast-store.ts";
import { currentText } from "../text/use-text.ts";
import { documentDeletions } from "./document-deletions.ts";
import { documentsChanged } from "./document-store.ts";

/** Deletes documents, or one half of them, after a time in which it can be undone. */
export function deleteDocuments(
  documents: readonly { documentId: string; documentName: string }[],
  scope: DeletionScope,
): void {
  const t = currentText();
  const [first] = documents;
  if (first === undefined) return;
  const ids = documents.map(({ documentId }) => documentId);
  const deletion = documentDeletions.start(ids, (id, options) => deleteDocument(id, scope, options));
  const what = documents.length === 1 ? `“${first.documentName}”` : t.library.documents(documents.length);
  showToast({
    kind: "news",
    message: t.library.deleted[scope](what),
    stayMs: UNDO_MS,
    action: { label: t.shell.undo, run: deletion.undo },
  });
  void deletion.finished.then(async (failures) => {
    const [cause] = failures;
    if (cause !== undefined)
      showToast({ kind: "failure", message: t.library.deleteFailed(what), details: sayFailure(cause) });
    await documentsChanged();
  });
}
