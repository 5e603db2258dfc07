import { useState } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { sayFailure } from "../api/request.ts";
import { askAbout } from "../chat/ask-about.ts";
import { togglePin, useIsPinned } from "../chat/pin-document.ts";
import { Icon } from "../kit/icon.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { RenameField } from "../kit/rename-field.tsx";
import { SidePaneButton } from "../kit/side-pane-button.tsx";
import { showToast } from "../kit/toast-store.ts";
import { DocumentMenu } from "../library/document-menu.tsx";
import { rename } from "../library/document-store.ts";
import { Spine } from "../library/spine.tsx";
import { closeSource, linkTo } from "../state/location.ts";
import { formatBytes, formatDate } from "../text/format.ts";
import { useLanguage, useText } from "../text/use-text.ts";

interface DocumentHeaderProps {
  document: ShownDocument;
  isPage: boolean;
  heading: "h1" | "h2";
}

/** The name of a document, what is known of it, and what can be done with it. */
export function DocumentHeader({ document, isPage, heading: Title }: DocumentHeaderProps) {
  const t = useText();
  const language = useLanguage();
  const [isRenaming, setRenaming] = useState(false);
  const { documentId, documentName, category, pages, chunks, size, indexedAt } = document;
  const facts = [
    t.library.categories[category],
    pages === null ? t.library.passagesCount(chunks) : t.library.pages(pages),
    formatBytes(size, language),
    formatDate(indexedAt, language, new Date()),
  ];
  const finishRename = async (newName: string | null) => {
    setRenaming(false);
    if (newName === null) return;
    try {
      await rename(documentId, newName);
    } catch (error) {
      showToast({ kind: "failure", message: t.library.renameFailed, details: sayFailure(error) });
    }
  };
  return (
    <header className="flex shrink-0 items-center gap-2 px-3 pt-3 pb-2 md:px-5">
      {isPage && <SidePaneButton />}
      <Spine category={category} className="h-9 w-2" />
      <div className="min-w-0 flex-1">
        {isRenaming ? (
          <RenameField name={documentName} label={t.library.renameOf(documentName)} onDone={finishRename} />
        ) : (
          <Title className="truncate font-semibold" title={documentName}>
            {isPage ? (
              documentName
            ) : (
              <a className="hover:underline" {...linkTo({ name: "document", documentId })}>
                {documentName}
              </a>
            )}
          </Title>
        )}
        <p className="truncate text-ink-faint text-xs">{facts.join(" · ")}</p>
      </div>
      {!isPage && <PinButton documentId={documentId} />}
      {isPage && (
        <button type="button" className="button text-sm max-sm:hidden" onClick={() => askAbout([document])}>
          <Icon name="chat" /> {t.library.ask}
        </button>
      )}
      <DocumentMenu document={document} onRename={() => setRenaming(true)} />
      <IconButton icon="close" label={t.shell.close} onClick={closeSource} />
    </header>
  );
}

/** Restricts the chat beside the document to it. */
function PinButton({ documentId }: { documentId: string }) {
  const t = useText();
  const isPinned = useIsPinned(documentId);
  const label = isPinned ? t.chat.unpin : t.chat.pin;
  return (
    <IconButton icon="pin" label={label} aria-pressed={isPinned} onClick={() => togglePin(documentId)} />
  );
}
