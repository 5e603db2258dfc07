import type { ReactNode } from "react";
import type { Category } from "../../../src/domain/document.ts";
import type { ShownDocument } from "../api/documents.ts";
import { Icon } from "../kit/icon.tsx";
import { SearchField } from "../kit/search-field.tsx";
import { preferences, setPreferences } from "../state/preferences.ts";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { type Arrangement, countBy, type SortOrder } from "./arrange-documents.ts";

interface LibraryToolbarProps {
  documents: readonly ShownDocument[];
  query: string;
  onQuery(query: string): void;
  arrangement: Arrangement;
  onArrange(arrangement: Arrangement): void;
}

/** Search, filters, order and view. */
export function LibraryToolbar({ documents, query, onQuery, arrangement, onArrange }: LibraryToolbarProps) {
  const t = useText();
  const view = useStore(preferences, (chosen) => chosen.libraryView);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-8">
      <div className="w-full md:w-auto md:min-w-64 md:max-w-xl md:flex-1">
        <SearchField
          id="library-search"
          label={t.library.search}
          value={query}
          onChange={onQuery}
          clearLabel={t.library.clearSearch}
        />
      </div>
      <Choice
        label={t.library.type}
        value={arrangement.type ?? ""}
        onChange={(type) => onArrange({ ...arrangement, type: type || null })}
      >
        <option value="">{t.library.allTypes}</option>
        {countBy(documents, (document) => document.documentType).map(({ value, count }) => (
          <option key={value} value={value}>{`${value} (${count})`}</option>
        ))}
      </Choice>
      <Choice
        label={t.library.category}
        value={arrangement.category ?? ""}
        // The options below are categories and nothing else.
        onChange={(category) =>
          onArrange({ ...arrangement, category: (category || null) as Category | null })
        }
      >
        <option value="">{t.library.allCategories}</option>
        {countBy(documents, (document) => document.category).map(({ value, count }) => (
          <option key={value} value={value}>{`${t.library.categories[value]} (${count})`}</option>
        ))}
      </Choice>
      <Choice
        label={t.library.sort}
        value={arrangement.sort}
        onChange={(sort) => onArrange({ ...arrangement, sort: sort as SortOrder })}
      >
        {Object.entries(t.library.sorts).map(([order, label]) => (
          <option key={order} value={order}>
            {label}
          </option>
        ))}
      </Choice>
      <div className="ml-auto flex">
        {(["list", "grid"] as const).map((choice) => (
          <button
            key={choice}
            type="button"
            className="icon-button"
            aria-pressed={view === choice}
            aria-label={t.library[choice]}
            title={t.library[choice]}
            onClick={() => setPreferences({ libraryView: choice })}
          >
            <Icon name={choice} />
          </button>
        ))}
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange(value: string): void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <span className="relative">
      <select
        aria-label={label}
        className="button is-quiet !pr-8 max-w-44 appearance-none truncate text-sm"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-ink-faint">
        <Icon name="down" size={14} />
      </span>
    </span>
  );
}
