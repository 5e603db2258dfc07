import { useState } from "react";
import { Icon } from "../kit/icon.tsx";
import { Menu, type MenuItem } from "../kit/menu.tsx";
import { RenameField } from "../kit/rename-field.tsx";
import { SidePaneButton } from "../kit/side-pane-button.tsx";
import { useDocument } from "../library/document-store.ts";
import { openSource } from "../state/location.ts";
import { type Store, useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import type { Conversation } from "./conversation.ts";
import { exportFileName, exportMarkdown } from "./export-markdown.ts";
import { togglePin } from "./pin-document.ts";
import { removeSession, renameSession, useSessions } from "./session-store.ts";
import { titleOf } from "./session-title.ts";

/** The title of a chat, the documents pinned to it, and what can be done with it. */
export function ChatHeader({ conversation }: { conversation: Store<Conversation> }) {
  const t = useText();
  const { sessionId, pinnedDocuments, messages } = useStore(conversation);
  const { sessions } = useSessions();
  const [isRenaming, setRenaming] = useState(false);
  const session = sessions.find(({ $id }) => $id === sessionId);
  const title = session === undefined ? t.shell.newChat : titleOf(session, t.shell.newChat);
  const items = (): MenuItem[] => [
    { label: t.library.rename, icon: "pencil", run: () => setRenaming(true) },
    {
      label: t.chat.export,
      icon: "download",
      run: () => saveText(exportFileName(title), exportMarkdown({ title, messages }, t.chat)),
    },
    ...(session === undefined
      ? []
      : [
          {
            label: t.library.delete,
            icon: "trash" as const,
            isDangerous: true,
            run: () => removeSession(session),
          },
        ]),
  ];
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 px-3 md:px-5">
      <SidePaneButton />
      {isRenaming && session !== undefined ? (
        <RenameField
          name={title}
          label={t.library.renameOf(title)}
          onDone={(newTitle) => {
            setRenaming(false);
            if (newTitle !== null) void renameSession(session.$id, newTitle);
          }}
        />
      ) : (
        <h1 className="min-w-0 truncate font-medium text-ink-soft">{title}</h1>
      )}
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {pinnedDocuments.length > 0 && (
          <div className="flex min-w-0 items-center gap-1 overflow-x-auto">
            {pinnedDocuments.map((documentId) => (
              <PinnedDocument
                key={documentId}
                documentId={documentId}
                isOnly={pinnedDocuments.length === 1}
              />
            ))}
          </div>
        )}
        {session !== undefined && <Menu label={`${t.shell.more}: ${title}`} items={items} />}
      </div>
    </header>
  );
}

function PinnedDocument({ documentId, isOnly }: { documentId: string; isOnly: boolean }) {
  const t = useText();
  const name = useDocument(documentId)?.documentName ?? documentId;
  const unpin = isOnly ? t.chat.unpin : `${t.chat.unpin}: ${name}`;
  return (
    <span
      className={`flex items-center rounded-full ${isOnly ? "min-w-0" : "max-w-48 shrink-0"} bg-lamp-soft pl-3 text-lamp-strong text-sm`}
    >
      <Icon name="pin" size={15} />
      <button
        type="button"
        className="min-w-0 truncate px-1.5 py-1 hover:underline"
        title={`${t.chat.pinned}: ${name}`}
        onClick={() => openSource({ documentId, page: null, chunk: null })}
      >
        {name}
      </button>
      <button
        type="button"
        className="icon-button !size-7"
        aria-label={unpin}
        title={unpin}
        onClick={() => togglePin(documentId)}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

function saveText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the text when it begins to save; a moment later it may go.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
