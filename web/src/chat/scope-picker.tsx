import type { ShownDocument } from "../api/documents.ts";
import { Spine } from "../library/spine.tsx";
import { useText } from "../text/use-text.ts";

export const PICKER_ID = "scope-picker";

/** The id of a document's option. */
export function optionId({ documentId }: ShownDocument): string {
  return `scope-${documentId}`;
}

interface ScopePickerProps {
  documents: readonly ShownDocument[];
  chosen: number;
  onPick(document: ShownDocument): void;
}

/** Documents to choose from while a `#` is being written. The cursor stays in the question. */
export function ScopePicker({ documents, chosen, onPick }: ScopePickerProps) {
  const t = useText();
  return (
    <div className="absolute inset-x-3 bottom-full z-20 mb-1 overflow-hidden rounded-xl border border-line bg-surface shadow-float md:inset-x-8">
      <p className="px-4 pt-2.5 pb-1 text-ink-faint text-xs">{t.chat.pickerTitle}</p>
      {documents.length === 0 && <p className="px-4 pb-3 text-sm">{t.palette.nothing}</p>}
      <div
        id={PICKER_ID}
        role="listbox"
        aria-label={t.chat.pickerTitle}
        className="max-h-72 overflow-y-auto p-1.5"
      >
        {documents.map((document, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the question's field
          <div
            key={document.documentId}
            id={optionId(document)}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            className={`flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 ${i === chosen ? "bg-hover" : ""}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(document)}
          >
            <Spine category={document.category} className="h-5 w-1.5" />
            <span className="truncate">{document.documentName}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
