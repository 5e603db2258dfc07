import { memo } from "react";
import { RenameField } from "../kit/rename-field.tsx";
import { linkTo } from "../state/location.ts";
import { formatDate } from "../text/format.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import type { DocumentItemProps } from "./document-item.ts";
import { DocumentMenu } from "./document-menu.tsx";
import { Spine } from "./spine.tsx";

/** A document as a small book. */
export const DocumentCard = memo(function DocumentCard(props: DocumentItemProps) {
  const { document, index, isSelected, isActive, isRenaming, onToggle, onStartRename, onRenamed } = props;
  const t = useText();
  const language = useLanguage();
  const label =
    document.state === "indexed" ? t.library.categories[document.category] : t.upload.states[document.state];
  const hint = document.cause ?? undefined;
  const { documentId, documentName, documentType, category, pages, chunks, indexedAt } = document;
  return (
    <div role="gridcell" className="h-full p-2">
      <div
        className={`flex h-full overflow-hidden rounded-lg border shadow-card transition-shadow hover:shadow-float ${isSelected ? "border-lamp bg-lamp-soft" : "border-line bg-surface"}`}
      >
        <Spine category={category} className="w-2.5 !rounded-none" />
        <div className="flex min-w-0 flex-1 flex-col p-3">
          {isRenaming ? (
            <RenameField
              name={documentName}
              label={t.library.renameOf(documentName)}
              onDone={(newName) => onRenamed(document, newName)}
            />
          ) : (
            <a
              className="line-clamp-3 break-words font-serif leading-snug hover:underline"
              tabIndex={-1}
              title={documentName}
              {...linkTo({ name: "document", documentId })}
            >
              {documentName}
            </a>
          )}
          <div className="mt-auto text-ink-faint text-xs">
            <p title={hint}>{label}</p>
            <p className="truncate">
              {documentType} · {pages === null ? t.library.passagesCount(chunks) : t.library.pages(pages)} ·{" "}
              {formatDate(indexedAt, language, new Date())}
            </p>
          </div>
          <div className="-mr-1.5 -mb-1.5 mt-1 flex items-center justify-between">
            <input
              type="checkbox"
              className="size-4 accent-lamp"
              tabIndex={isActive ? 0 : -1}
              checked={isSelected}
              aria-label={t.library.select(documentName)}
              onClick={(event) => onToggle(index, event.shiftKey)}
              readOnly
            />
            <DocumentMenu
              document={document}
              tabIndex={isActive ? 0 : -1}
              onRename={() => onStartRename(documentId)}
            />
          </div>
        </div>
      </div>
    </div>
  );
});
