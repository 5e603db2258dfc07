import { useMemo, useRef, useState } from "react";
import { SearchField } from "../kit/search-field.tsx";
import { linkToSource, usePlace } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { arrangeDocuments, matchNames } from "./arrange-documents.ts";
import { useDocuments } from "./document-store.ts";
import { Spine } from "./spine.tsx";
import { useVirtualWindow } from "./use-virtual-window.ts";

const LINE_HEIGHT = 40;

/** The documents as a narrow shelf beside a chat; choosing one opens it in the Source pane. */
export function DocumentShelf() {
  const t = useText();
  const { state, documents } = useDocuments();
  const [query, setQuery] = useState("");
  const { source } = usePlace();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const found = query.trim() === "" ? documents : matchNames(documents, query);
    return arrangeDocuments(found, { sort: "newest", type: null, category: null });
  }, [documents, query]);
  const sight = useVirtualWindow(scroller, { count: shown.length, itemHeight: LINE_HEIGHT, itemWidth: null });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {documents.length > 0 && (
        <div className="px-3 pb-2">
          <SearchField
            label={t.library.filterNames}
            value={query}
            onChange={setQuery}
            clearLabel={t.library.clearSearch}
          />
        </div>
      )}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {state !== "loading" && documents.length === 0 && (
          <p className="px-3 py-4 text-ink-faint text-sm">{t.library.emptyText}</p>
        )}
        <ul className="relative" style={{ height: sight.totalHeight }}>
          {shown
            .slice(sight.firstItem, sight.endItem)
            .map(({ documentId, documentName, category }, offset) => {
              const isOpen = source?.documentId === documentId;
              return (
                <li
                  key={documentId}
                  className="absolute inset-x-0"
                  style={{
                    transform: `translateY(${(sight.firstItem + offset) * LINE_HEIGHT}px)`,
                    height: LINE_HEIGHT,
                  }}
                >
                  <a
                    className={`flex h-full items-center gap-3 rounded-lg px-3 text-sm ${isOpen ? "bg-lamp-soft" : "hover:bg-hover"}`}
                    aria-current={isOpen ? "true" : undefined}
                    title={documentName}
                    {...linkToSource({ documentId, page: null, chunk: null })}
                  >
                    <Spine category={category} className="h-6 w-1.5" />
                    <span className="truncate">{documentName}</span>
                  </a>
                </li>
              );
            })}
        </ul>
      </div>
    </div>
  );
}
