import { useMemo, useState } from "react";
import type { ShownDocument } from "../api/documents.ts";
import { sayFailure } from "../api/request.ts";
import { Icon } from "../kit/icon.tsx";
import { showToast } from "../kit/toast-store.ts";
import { preferences } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { AddFilesButtons } from "./add-files-buttons.tsx";
import { type Arrangement, arrangeDocuments } from "./arrange-documents.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { DocumentGrid } from "./document-grid.tsx";
import { refreshDocuments, rename, useDocuments } from "./document-store.ts";
import { EmptyLibrary } from "./empty-library.tsx";
import { LibraryToolbar } from "./library-toolbar.tsx";
import { SearchResults } from "./search-results.tsx";
import { useSearch } from "./use-search.ts";

/** All documents: to find, sort, rename and delete them. */
export function LibraryPage() {
  const t = useText();
  const { state, documents, ...rest } = useDocuments();
  const view = useStore(preferences, (chosen) => chosen.libraryView);
  const [query, setQuery] = useState("");
  const [arrangement, setArrangement] = useState<Arrangement>({ sort: "newest", type: null, category: null });
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const arranged = useMemo(() => arrangeDocuments(documents, arrangement), [documents, arrangement]);
  const search = useSearch(query, arrangement.type);
  const selected = useMemo(
    () => documents.filter(({ documentId }) => selection.has(documentId)),
    [documents, selection],
  );

  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 pt-5 pb-3 md:px-8 md:pt-8">
        <div>
          <h1 className="font-semibold font-serif text-3xl tracking-tight">{t.shell.library}</h1>
          <p className="mt-0.5 min-h-5 text-ink-faint text-sm" aria-live="polite">
            {state !== "loading" &&
              (arranged.length === documents.length
                ? t.library.documents(documents.length)
                : t.library.shownOf(arranged.length, documents.length))}
          </p>
        </div>
        {documents.length > 0 && <AddFilesButtons />}
      </header>
      {documents.length > 0 && (
        <LibraryToolbar
          documents={documents}
          query={query}
          onQuery={setQuery}
          arrangement={arrangement}
          onArrange={setArrangement}
        />
      )}
      {selected.length > 0 && <BulkBar documents={selected} onClear={() => setSelection(new Set())} />}
      <div className="min-h-0 flex-1">
        {query.trim() !== "" ? (
          <SearchResults query={query.trim()} search={search} documents={arranged} />
        ) : state === "loading" ? (
          <Skeleton />
        ) : state === "failed" && documents.length === 0 && "error" in rest ? (
          <LoadFailure error={rest.error} />
        ) : documents.length === 0 ? (
          <EmptyLibrary />
        ) : arranged.length === 0 ? (
          <NoneFits onClear={() => setArrangement({ ...arrangement, type: null, category: null })} />
        ) : (
          <DocumentGrid
            key={view}
            view={view}
            documents={arranged}
            selection={selection}
            onSelect={setSelection}
            onRename={(document, newName) => void renameAndTell(document, newName, t.library.renameFailed)}
          />
        )}
      </div>
    </div>
  );
}

async function renameAndTell(document: ShownDocument, newName: string, failure: string): Promise<void> {
  try {
    await rename(document.documentId, newName);
  } catch (error) {
    showToast({ kind: "failure", message: failure, details: sayFailure(error) });
  }
}

function Skeleton() {
  return (
    <div className="space-y-4 px-4 pt-4 md:px-8" aria-hidden="true">
      {[72, 58, 66, 49, 61, 54].map((width) => (
        <div key={width} className="flex items-center gap-4">
          <div className="skeleton h-9 w-2" />
          <div className="skeleton h-4" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

function LoadFailure({ error }: { error: unknown }) {
  const t = useText();
  return (
    <div className="mx-auto max-w-md px-6 py-16 text-center" role="alert">
      <p className="font-serif text-xl">{t.shell.loadFailed}</p>
      <p className="mt-2 text-ink-soft">{sayFailure(error)}</p>
      <button type="button" className="button mt-6" onClick={() => void refreshDocuments()}>
        <Icon name="again" /> {t.shell.retry}
      </button>
    </div>
  );
}

function NoneFits({ onClear }: { onClear(): void }) {
  const t = useText();
  return (
    <div className="px-6 py-16 text-center">
      <p className="font-serif text-xl">{t.library.noneFits}</p>
      <button type="button" className="button mt-5" onClick={onClear}>
        {t.library.clearFilters}
      </button>
    </div>
  );
}
