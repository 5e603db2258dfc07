import type { ShownDocument } from "../api/documents.ts";
import { fileUrl } from "../api/documents.ts";
import { indexDocument } from "../api/index-document.ts";
import { sayFailure } from "../api/request.ts";
import { askAbout } from "../chat/ask-about.ts";
import { Menu } from "../shell/menu.tsx";
import { showToast } from "../shell/toast-store.ts";
import { currentUserId } from "../shell/user.ts";
import { currentText, useText } from "../text/use-text.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { documentsChanged } from "./document-store.ts";

interface DocumentMenuProps {
  document: ShownDocument;
  tabIndex?: number;
  onRename(): void;
}

/** How long reading a document again may take. */
const REINDEX_LIMIT_MS = 320_000;

/** Everything that can be done with a document. */
export function DocumentMenu({ document, tabIndex, onRename }: DocumentMenuProps) {
  const t = useText();
  return (
    <Menu
      label={`${t.shell.more}: ${document.documentName}`}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      items={() => [
        { label: t.library.ask, icon: "chat", run: () => askAbout([document]) },
        { label: t.library.rename, icon: "pencil", run: onRename },
        { label: t.library.download, icon: "download", run: () => download(document) },
        { label: t.library.reindex, icon: "again", run: () => void readAgain(document) },
        { label: t.library.deleteVectors, icon: "search", run: () => deleteDocuments([document], "vectors") },
        { label: t.library.deleteFile, icon: "page", run: () => deleteDocuments([document], "file") },
        {
          label: t.library.delete,
          icon: "trash",
          isDangerous: true,
          run: () => deleteDocuments([document], "both"),
        },
      ]}
    />
  );
}

/** Lets the browser save the original. */
export function download({ documentId, documentName }: ShownDocument): void {
  const link = window.document.createElement("a");
  link.href = fileUrl(documentId);
  link.download = documentName;
  link.click();
}

/** Indexes a document anew, for instance after another model was connected. */
export async function readAgain({ documentId, documentName }: ShownDocument): Promise<void> {
  const t = currentText();
  try {
    await indexDocument(
      { documentId, userId: currentUserId(), fileName: documentName },
      () => undefined,
      AbortSignal.timeout(REINDEX_LIMIT_MS),
    );
    showToast({ kind: "news", message: t.library.reindexed(documentName) });
    await documentsChanged();
  } catch (error) {
    showToast({
      kind: "failure",
      message: t.library.reindexFailed(documentName),
      details: sayFailure(error),
    });
  }
}
