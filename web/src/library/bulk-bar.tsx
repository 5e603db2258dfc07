import type { ShownDocument } from "../api/documents.ts";
import { askAbout } from "../chat/ask-about.ts";
import { Icon } from "../kit/icon.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Menu } from "../kit/menu.tsx";
import { useText } from "../text/use-text.ts";
import { deleteDocuments } from "./delete-documents.ts";
import { readAgain } from "./upload-queue.ts";

/** What can be done with several documents at once. */
export function BulkBar({ documents, onClear }: { documents: readonly ShownDocument[]; onClear(): void }) {
  const t = useText();
  const remove = (scope: "both" | "vectors" | "file") => {
    deleteDocuments(documents, scope);
    onClear();
  };
  return (
    <div
      role="toolbar"
      aria-label={t.library.selected(documents.length)}
      className="mx-4 mb-2 flex flex-wrap items-center gap-2 rounded-xl bg-lamp-soft px-3 py-1.5 text-sm md:mx-8"
    >
      <span className="mr-auto px-1 font-semibold text-lamp-strong">
        {t.library.selected(documents.length)}
      </span>
      <button type="button" className="button is-quiet" onClick={() => askAbout(documents)}>
        <Icon name="chat" /> {t.library.ask}
      </button>
      <button type="button" className="button is-quiet is-danger" onClick={() => remove("both")}>
        <Icon name="trash" /> {t.library.delete}
      </button>
      <Menu
        label={t.shell.more}
        items={() => [
          { label: t.library.deleteVectors, icon: "search", run: () => remove("vectors") },
          { label: t.library.deleteFile, icon: "page", run: () => remove("file") },
          { label: t.library.reindex, icon: "again", run: () => readAgain(documents) },
        ]}
      />
      <IconButton icon="close" label={t.library.clearSelection} onClick={onClear} />
    </div>
  );
}
