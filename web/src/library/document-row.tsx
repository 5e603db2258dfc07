import { memo } from "react";
import { RenameField } from "../kit/rename-field.tsx";
import { linkTo } from "../state/location.ts";
import { formatBytes, formatDate } from "../text/format.ts";
import { useLanguage, useText } from "../text/use-text.ts";
import type { DocumentItemProps } from "./document-item.ts";
import { DocumentMenu } from "./document-menu.tsx";
import { Spine } from "./spine.tsx";

/** A document as a line of the list. */
export const DocumentRow = memo(function DocumentRow(props: DocumentItemProps) {
  const { document, index, isSelected, isActive, isRenaming, onToggle, onStartRename, onRenamed } = props;
  const t = useText();
  const language = useLanguage();
  const label =
    document.state === "indexed" ? t.library.categories[document.category] : t.upload.states[document.state];
  const hint = document.cause ?? undefined;
  const { documentId, documentName, documentType, category, pages, chunks, size, indexedAt } = document;
  return (
    <div
      className={`group flex h-full items-center gap-3 rounded-xl px-2 transition-colors hover:bg-hover ${isSelected ? "bg-lamp-soft" : ""}`}
    >
      <span role="gridcell" className="contents">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-lamp"
          tabIndex={isActive ? 0 : -1}
          checked={isSelected}
          aria-label={t.library.select(documentName)}
          onClick={(event) => onToggle(index, event.shiftKey)}
          readOnly
        />
      </span>
      <Spine category={category} className="h-9 w-2" />
      <span role="gridcell" className="min-w-0 flex-1">
        {isRenaming ? (
          <RenameField
            name={documentName}
            label={t.library.renameOf(documentName)}
            onDone={(newName) => onRenamed(document, newName)}
          />
        ) : (
          <a
            className="block truncate py-1 font-medium hover:underline"
            tabIndex={-1}
            title={documentName}
            {...linkTo({ name: "document", documentId })}
          >
            {documentName}
          </a>
        )}
        <span className="block truncate text-ink-faint text-xs sm:hidden">
          {[label, formatBytes(size, language), formatDate(indexedAt, language, new Date())].join(" · ")}
        </span>
      </span>
      <span
        role="gridcell"
        className="hidden w-28 shrink-0 truncate text-ink-soft text-sm lg:block"
        title={hint}
      >
        {label}
      </span>
      <span role="gridcell" className="hidden w-28 shrink-0 text-ink-faint text-sm xl:block">
        {pages === null ? t.library.passagesCount(chunks) : t.library.pages(pages)}
      </span>
      <span
        role="gridcell"
        className="hidden w-14 shrink-0 font-medium text-ink-faint text-xs tracking-wide sm:block"
      >
        {documentType}
      </span>
      <span
        role="gridcell"
        className="hidden w-20 shrink-0 text-right text-ink-faint text-sm tabular-nums sm:block"
      >
        {formatBytes(size, language)}
      </span>
      <span
        role="gridcell"
        className="hidden w-28 shrink-0 text-right text-ink-faint text-sm tabular-nums md:block"
      >
        {formatDate(indexedAt, language, new Date())}
      </span>
      <span role="gridcell">
        <DocumentMenu
          document={document}
          tabIndex={isActive ? 0 : -1}
          onRename={() => onStartRename(documentId)}
        />
      </span>
    </div>
  );
});
