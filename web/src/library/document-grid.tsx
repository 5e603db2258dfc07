import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { goTo } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { DocumentCard } from "./document-card.tsx";
import { DocumentRow } from "./document-row.tsx";
import { useVirtualWindow } from "./use-virtual-window.ts";

interface DocumentGridProps {
  view: "list" | "grid";
  documents: readonly ShownDocument[];
  selection: ReadonlySet<string>;
  onSelect(selection: ReadonlySet<string>): void;
  onRename(document: ShownDocument, newName: string): void;
}

const ITEM = { list: { height: 60, width: null }, grid: { height: 184, width: 216 } } as const;

/** Thousands of documents of which only those in sight are drawn; one of them takes the keyboard. */
export function DocumentGrid({ view, documents, selection, onSelect, onRename }: DocumentGridProps) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [anchor, setAnchor] = useState(0);
  const wantsFocus = useRef(false);
  const { height, width } = ITEM[view];
  const sight = useVirtualWindow(scroller, { count: documents.length, itemHeight: height, itemWidth: width });
  const activeIndex = Math.min(active, documents.length - 1);

  // The row that the keyboard moved to may just have been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    if (row === undefined || row === null) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(documents.length - 1, index));
    const element = scroller.current;
    if (element !== null) {
      const top = Math.floor(next / sight.columns) * height;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + height > element.scrollTop + element.clientHeight)
        element.scrollTop = top + height - element.clientHeight;
    }
    wantsFocus.current = true;
    setActive(next);
    return next;
  };
  const toggle = (index: number, isRange: boolean) => {
    const next = new Set(selection);
    const [from, to] = isRange ? [Math.min(anchor, index), Math.max(anchor, index)] : [index, index];
    const isAdding = isRange || !next.has(documents[index]?.documentId ?? "");
    for (const { documentId } of documents.slice(from, to + 1)) {
      if (isAdding) next.add(documentId);
      else next.delete(documentId);
    }
    if (!isRange) setAnchor(index);
    setActive(index);
    onSelect(next);
  };

  const finishRename = (document: ShownDocument, newName: string | null) => {
    setRenaming(null);
    wantsFocus.current = true;
    if (newName !== null) onRename(document, newName);
  };
  // Rows that stay in sight are not drawn again while one scrolls: what they call stays the same.
  const latest = useRef({ toggle, finishRename });
  latest.current = { toggle, finishRename };
  const onToggle = useCallback(
    (index: number, isRange: boolean) => latest.current.toggle(index, isRange),
    [],
  );
  const onRenamed = useCallback(
    (document: ShownDocument, newName: string | null) => latest.current.finishRename(document, newName),
    [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const document = documents[activeIndex];
    if (document === undefined || renaming !== null) return;
    const perPage =
      Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height)) * sight.columns;
    const moves: Record<string, number> = {
      ArrowDown: activeIndex + sight.columns,
      ArrowUp: activeIndex - sight.columns,
      ArrowRight: activeIndex + (view === "grid" ? 1 : 0),
      ArrowLeft: activeIndex - (view === "grid" ? 1 : 0),
      PageDown: activeIndex + perPage,
      PageUp: activeIndex - perPage,
      Home: 0,
      End: documents.length - 1,
    };
    const move = moves[event.key];
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    if (move !== undefined) {
      const next = moveTo(move);
      if (event.shiftKey) toggle(next, true);
    } else if (event.key === " " && isOnRow) toggle(activeIndex, event.shiftKey);
    else if (event.key === "Enter" && isOnRow) goTo({ name: "document", documentId: document.documentId });
    else if (event.key === "F2") setRenaming(document.documentId);
    else if (event.key === "Delete" || (event.key === "Backspace" && isOnRow)) {
      const selected = documents.filter(({ documentId }) => selection.has(documentId));
      deleteDocuments(selected.length > 0 ? selected : [document], "both");
      onSelect(new Set());
      wantsFocus.current = true;
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey))
      onSelect(new Set(documents.map(({ documentId }) => documentId)));
    else if (event.key === "Escape" && selection.size > 0) onSelect(new Set());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const Item = view === "list" ? DocumentRow : DocumentCard;
  return (
    <div ref={scroller} className="h-full overflow-y-auto overflow-x-hidden px-2 pb-24 md:px-6">
      <p id="grid-keys" className="sr-only">
        {t.library.keyHint}
      </p>
      <div
        role="grid"
        aria-label={t.shell.library}
        aria-describedby="grid-keys"
        aria-multiselectable="true"
        aria-rowcount={documents.length}
        className="relative"
        style={{ height: sight.totalHeight }}
        onKeyDown={onKeyDown}
      >
        {documents.slice(sight.firstItem, sight.endItem).map((document, offset) => {
          const index = sight.firstItem + offset;
          const { documentId } = document;
          const column = index % sight.columns;
          return (
            <div
              key={documentId}
              role="row"
              aria-rowindex={index + 1}
              aria-selected={selection.has(documentId)}
              tabIndex={index === activeIndex ? 0 : -1}
              data-index={index}
              className="absolute rounded-xl p-0 -outline-offset-2"
              style={{
                height,
                width: `${100 / sight.columns}%`,
                left: `${(100 * column) / sight.columns}%`,
                transform: `translateY(${Math.floor(index / sight.columns) * height}px)`,
              }}
              onFocus={() => setActive(index)}
            >
              <Item
                document={document}
                index={index}
                isSelected={selection.has(documentId)}
                isActive={index === activeIndex}
                isRenaming={renaming === documentId}
                onToggle={onToggle}
                onStartRename={setRenaming}
                onRenamed={onRenamed}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
