import type { ShownDocument } from "../api/documents.ts";
import { fileUrl } from "../api/documents.ts";
import { askAbout } from "../chat/ask-about.ts";
import { Menu } from "../kit/menu.tsx";
import { useText } from "../text/use-text.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { readAgain } from "./upload-queue.ts";

interface DocumentMenuProps {
  document: ShownDocument;
  tabIndex?: number;
  onRename(): void;
}

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
        { label: t.library.reindex, icon: "again", run: () => readAgain([document]) },
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
